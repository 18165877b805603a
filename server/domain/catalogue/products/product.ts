import type { Product, Seller } from '#contract/catalogue.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { sellerById, sellerOfProduct } from '#server/domain/sellers/seller.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { productView } from './product-view.ts';
import { type Offer, offerRow, productRow, shownRow } from './products-store.ts';

export type { Offer };

/** A product with options, stock and seller; null when there is none or nothing of it can be sold. */
export async function productById(
  { database: { orm }, settings }: Pick<Context, 'database' | 'settings'>,
  productId: number,
): Promise<Product | null> {
  const [row, seller] = await Promise.all([productRow(orm, productId), sellerOfProduct(orm, productId)]);
  return row && seller ? productView(row, { seller, mostCents: toCents(settings.CARD_MAX_VALUE) }) : null;
}

export type ProductOfCard = Pick<Product, 'name' | 'picture'> & { seller: Seller };

/**
 * What a gift card that was sold shows of its product and of who sold it. A product that is not sold any more, or is
 * another seller's by now, changes nothing of the cards that were.
 */
export async function productOfCard(
  { database: { orm } }: Pick<Context, 'database'>,
  { productId, sellerId }: { productId: number; sellerId: number },
): Promise<ProductOfCard> {
  const [shown, seller] = await Promise.all([shownRow(orm, productId), sellerById(orm, sellerId)]);
  if (!shown) throw new Error(`There is no product ${productId}.`);
  // A product without a picture of its own shows its seller's.
  return { name: shown.name, picture: shown.picture ?? seller.pictures.image, seller };
}

/** The error for an operator who links to a product that the shop does not have or sell; null for one it has. */
export async function missingProduct(
  { database }: Pick<Context, 'database'>,
  productId: string,
): Promise<string | null> {
  if (await productRow(database.orm, Number(productId))) return null;
  return `The shop has no product ${productId}: take the number that stands in the address of its page.`;
}

/** What may be bought under the sku of a product or of a variant; null for an unknown sku. */
export async function offerBySku(handle: Handle, sku: string): Promise<Offer | null> {
  return (await offerRow(handle, sku)) ?? null;
}
