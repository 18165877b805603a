import type { Context } from '#server/context.ts';
import { countSellers, listShopPages } from './sellers-store.ts';

export function countSellerPages({ database }: Context): Promise<number> {
  return countSellers(database.orm);
}

export function listSellerPages(
  { database }: Context,
  range: { limit: number; offset: number },
): Promise<{ key: string; changed: Date | null }[]> {
  return listShopPages(database.orm, range);
}
