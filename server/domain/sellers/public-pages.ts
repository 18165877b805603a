import type { Context } from '#server/context.ts';
import { sellerCount, sellerPages } from './sellers-store.ts';

export function countSellerPages({ database }: Context): Promise<number> {
  return sellerCount(database.orm);
}

/** `changed`: date of the newest product; null without products. */
export function listSellerPages(
  { database }: Context,
  range: { limit: number; offset: number },
): Promise<{ key: string; changed: Date | null }[]> {
  return sellerPages(database.orm, range);
}
