import type { Product, Seller } from '#contract/catalogue.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { findSellerOfProduct, requireSeller } from '#server/domain/sellers/seller.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { productView } from './product-view.ts';
import { findProductRow, findShownProduct, type Offer, offerRow } from './products-store.ts';

export type { Offer };

export async function findProduct(
  { database: { orm }, settings }: Pick<Context, 'database' | 'settings'>,
  productId: number,
): Promise<Product | null> {
  const [row, seller] = await Promise.all([findProductRow(orm, productId), findSellerOfProduct(orm, productId)]);
  return row && seller ? productView(row, { seller, maxValueCents: toCents(settings.CARD_MAX_VALUE) }) : null;
}

export type ProductOfCard = Pick<Product, 'name' | 'picture'> & { seller: Seller };

/** Also finds products that are no longer sold or have moved to another seller. */
export async function findCardProduct(
  { database: { orm } }: Pick<Context, 'database'>,
  { productId, sellerId }: { productId: number; sellerId: number },
): Promise<ProductOfCard> {
  const [product, seller] = await Promise.all([findShownProduct(orm, productId), requireSeller(orm, sellerId)]);
  if (!product) throw new Error(`Product ${productId} does not exist.`);
  return { name: product.name, picture: product.picture ?? seller.pictures.image, seller };
}

/** Returns an error message for operators if the product is not for sale, otherwise null. */
export async function describeMissingProduct(
  { database }: Pick<Context, 'database'>,
  productId: string,
): Promise<string | null> {
  if (await findProductRow(database.orm, Number(productId))) return null;
  return `The shop has no product ${productId}: use the number in the address of its page.`;
}

export async function offerBySku(handle: Handle, sku: string): Promise<Offer | null> {
  return (await offerRow(handle, sku)) ?? null;
}
