import { z } from 'zod';
import { money } from './numbers.ts';

const sellerAmount = z.object({ seller_name: z.string(), amount: money });
export type SellerAmount = z.output<typeof sellerAmount>;

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
  /** `until_free`: what each seller's goods still lack for free shipping. Not part of Magento's API. */
  extension_attributes: z
    .object({ until_free: z.array(sellerAmount), by_seller: z.array(sellerAmount).optional() })
    .optional(),
});
export type ShippingMethod = z.output<typeof shippingMethod>;
