import type { Context } from '#server/context.ts';
import { sellerCount, sellerPages } from './sellers-store.ts';

export function countSellerPages({ database }: Context): Promise<number> {
  return sellerCount(database.orm);
}

export function listSellerPages(
  { database }: Context,
  range: { limit: number; offset: number },
): Promise<{ key: string; changed: Date | null }[]> {
  return sellerPages(database.orm, range);
}
