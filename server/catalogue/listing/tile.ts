import type { TileProduct } from '#contract/catalogue.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Picture } from '#contract/shapes/product.ts';
import { imagePath } from '../../pictures/picture-address.ts';

/**
 * What the store reads of a product for its tile. `price_cents` is the lowest variant price, `qty` the stock of all
 * variants.
 */
export type TileRow = {
  id: number;
  sku: string;
  name: string;
  short_desc: string;
  type_id: 'simple' | 'configurable';
  is_giftcard: boolean;
  seller_name: string;
  price_cents: number;
  qty: number;
  picture: Picture;
  seller_picture: Picture;
};

/** A product as its tile shows it. */
export function tileOf(row: TileRow): TileProduct {
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
