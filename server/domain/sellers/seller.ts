import type { Seller, SellerContact } from '#contract/catalogue.ts';
import type { Context } from '#server/context.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import {
  byId,
  byProduct,
  byShopUrl,
  findSellerName,
  findSellerRow,
  listAllSellers,
  lockSeller,
  type SellerRow,
  updateContact,
  updateGst,
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

export async function changeContact(
  parts: Pick<Context, 'database' | 'clock'>,
  change: { shopUrl: string; contact: Partial<SellerContact>; actor: Actor },
): Promise<{ name: string; contact: SellerContact } | null> {
  return parts.database.transaction(async (tx) => {
    const seller = await lockSeller(tx, change.shopUrl);
    if (!seller) return null;
    const contact = { ...seller.contact, ...change.contact };
    await updateContact(tx, seller.id, contact);
    const act = { action: 'seller.contact_changed', subject: `seller ${change.shopUrl}` } as const;
    await recordAction({ actor: change.actor, clock: parts.clock }, tx, {
      ...act,
      before: seller.contact,
      after: contact,
    });
    return { name: seller.name, contact };
  });
}

/** Changes future sales only. Returns null for an unknown shop URL. */
export async function changeGst(
  parts: Pick<Context, 'database' | 'clock'>,
  { shopUrl, isRegistered, actor }: { shopUrl: string; isRegistered: boolean; actor: Actor },
): Promise<{ name: string } | null> {
  return parts.database.transaction(async (tx) => {
    const seller = await lockSeller(tx, shopUrl);
    if (!seller) return null;
    await updateGst(tx, seller.id, isRegistered);
    const change = { before: { registered: seller.gstRegistered }, after: { registered: isRegistered } };
    await recordAction({ actor, clock: parts.clock }, tx, {
      action: 'seller.gst_changed',
      subject: `seller ${shopUrl}`,
      ...change,
    });
    return { name: seller.name };
  });
}

export function listSellers(database: Database): ReturnType<typeof listAllSellers> {
  return listAllSellers(database.orm);
}
