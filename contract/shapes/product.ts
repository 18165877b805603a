import { z } from 'zod';
import { anyWhole } from './numbers.ts';

const configurableItemOption = z.object({
  option_id: z.union([z.string().max(20), z.int().transform(String)]),
  option_value: anyWhole,
});

/** A gift card amount in whole dollars; the name is Adobe Commerce's. */
const giftcardItemOption = z.object({ custom_giftcard_amount: z.union([z.number(), z.string().max(20)]) });

export const productOption = z.object({
  extension_attributes: z
    .object({
      configurable_item_options: z.array(configurableItemOption).max(10),
      giftcard_item_option: giftcardItemOption,
    })
    .partial(),
});

/** URL: /media/{id}/{width}.{avif|webp|jpg}?v={version}. */
export const picture = z.object({
  id: z.string(),
  version: z.string(),
  width: z.int(),
  height: z.int(),
  ground: z.string(),
});
export type Picture = z.output<typeof picture>;
