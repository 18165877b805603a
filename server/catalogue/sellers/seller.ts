import type { Seller } from '#contract/catalogue.ts';
import type { Handle } from '../../database/handle.ts';
import { imagePath } from '../../pictures/picture-address.ts';
import { byProduct, byShopUrl, type SellerRow, sellerName, sellerRow } from './sellers-store.ts';

/** `seller_url` equals `shop_url`. */
function sellerView(row: SellerRow): Seller {
  const { id, name, shop_url, description, popup_description, logo, image, supplied_by_image } = row;
  return {
    id,
    name,
    shop_url,
    seller_url: shop_url,
    image: imagePath(image),
    supplied_by_image: imagePath(supplied_by_image),
    description,
    popup_description,
    pictures: { logo, image, supplied_by_image },
  };
}

/** Null for an unknown product. */
export async function sellerOfProduct(handle: Handle, productId: number): Promise<Seller | null> {
  const row = await sellerRow(handle, byProduct(productId));
  return row ? sellerView(row) : null;
}

/** Null for an unknown shop url. */
export async function sellerByShopUrl(handle: Handle, shopUrl: string): Promise<Seller | null> {
  const row = await sellerRow(handle, byShopUrl(shopUrl));
  return row ? sellerView(row) : null;
}

/** The name shown for a seller that products, lines or cards refer to; it must be there (foreign keys see to it). */
export async function sellerNameOf(handle: Handle, sellerId: number): Promise<string> {
  const name = await sellerName(handle, sellerId);
  if (name === undefined) throw new Error(`There is no seller ${sellerId}.`);
  return name;
}
