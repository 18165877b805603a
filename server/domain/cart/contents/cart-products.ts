import type { AnswerOf } from '#contract/calls.ts';
import type { CartProduct } from '#contract/cart/cart.ts';
import type { TileProduct } from '#contract/catalogue.ts';
import { isTaxable } from '#contract/rules/money/gst.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { listTilesByProduct } from '#server/domain/catalogue/listing/browse.ts';
import { type CartLine, listCartLines } from '../lines/cart-lines.ts';
import { findOpenCart } from '../queries.ts';

export async function listCartProducts(
  context: Context,
  customerId: number,
): Promise<AnswerOf<'GET mobiledigital/cartproducts'>> {
  const { orm } = context.database;
  const cart = await findOpenCart(orm, customerId);
  if (!cart) return { status: true, data: { items: [] } };
  const lines = await listCartLines(orm, { cartId: cart.id });
  const tiles = await listTilesByProduct(orm, [...new Set(lines.map((line) => line.productId))]);
  const items = lines.flatMap((line) => {
    const tile = tiles.get(line.productId);
    return tile ? [toCartProduct(line, tile)] : [];
  });
  return { status: true, data: { id: cart.id, items } };
}

function toCartProduct(line: CartLine, tile: TileProduct): CartProduct {
  return {
    id: line.lineId,
    item_id: line.lineId,
    qty: line.qty,
    product_seller_image: tile.product_seller_image,
    taxable: isTaxable(line),
    product: {
      ...tile,
      price: toDollars(line.priceCents),
      qty: line.stockQty,
      options: line.options,
      variant_sku: line.sku,
    },
  };
}
