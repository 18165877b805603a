import { z } from 'zod';
import { money } from './numbers.ts';

export const shippingMethod = z.object({
  carrier_code: z.string(),
  method_code: z.string(),
  carrier_title: z.string(),
  method_title: z.string(),
  amount: money,
  base_amount: money,
  available: z.boolean(),
  error_message: z.string(),
  price_excl_tax: money,
  price_incl_tax: money,
  /** What each seller's goods are short of the sum from which it ships for nothing; ours, Magento has none. */
  extension_attributes: z
    .object({ until_free: z.array(z.object({ seller_name: z.string(), amount: money })) })
    .optional(),
});
export type ShippingMethod = z.output<typeof shippingMethod>;
