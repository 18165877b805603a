import { z } from 'zod';
import type { TileProduct } from '#contract/catalogue.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { picture } from '#contract/shapes/product.ts';
import { PRODUCT_TYPES } from '#server/platform/database/schema/schema.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';

/** `price_cents`: the lowest price. `qty`: the total stock of all variants. */
export const tileRow = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  short_desc: z.string(),
  type_id: z.enum(PRODUCT_TYPES),
  is_giftcard: z.boolean(),
  seller_name: z.string(),
  price_cents: z.int(),
  qty: z.int(),
  picture,
  seller_picture: picture,
});
export type TileRow = z.output<typeof tileRow>;

export function toTile(row: TileRow): TileProduct {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    price: toDollars(row.price_cents),
    image: imagePath(row.picture),
    picture: row.picture,
    qty: row.qty,
    type_id: row.type_id,
    is_giftcard: row.is_giftcard,
    short_desc: row.short_desc,
    product_seller_image: imagePath(row.seller_picture),
    seller_name: row.seller_name,
  };
}
