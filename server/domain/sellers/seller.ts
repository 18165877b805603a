import type { Seller } from '#contract/catalogue.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import {
  byId,
  byProduct,
  byShopUrl,
  findSellerName,
  findSellerRow,
  listAllSellers,
  type SellerRow,
} from './sellers-store.ts';

function sellerView(row: SellerRow): Seller {
  const { id, name, shop_url, description, popup_description, contact, logo, image, supplied_by_image } = row;
  return {
    id,
    name,
    shop_url,
    seller_url: shop_url,
    image: imagePath(image),
    supplied_by_image: imagePath(supplied_by_image),
    description,
    popup_description,
    contact,
    pictures: { logo, image, supplied_by_image },
  };
}

export async function findSellerOfProduct(handle: Handle, productId: number): Promise<Seller | null> {
  const row = await findSellerRow(handle, byProduct(productId));
  return row ? sellerView(row) : null;
}

export async function findSellerByShopUrl(handle: Handle, shopUrl: string): Promise<Seller | null> {
  const row = await findSellerRow(handle, byShopUrl(shopUrl));
  return row ? sellerView(row) : null;
}

export async function requireSeller(handle: Handle, sellerId: number): Promise<Seller> {
  const row = await findSellerRow(handle, byId(sellerId));
  if (!row) throw new Error(`Seller ${sellerId} does not exist.`);
  return sellerView(row);
}

export async function requireSellerName(handle: Handle, sellerId: number): Promise<string> {
  const name = await findSellerName(handle, sellerId);
  if (name === undefined) throw new Error(`Seller ${sellerId} does not exist.`);
  return name;
}

export function listSellers(database: Database): ReturnType<typeof listAllSellers> {
  return listAllSellers(database.orm);
}
