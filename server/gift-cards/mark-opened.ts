import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { giftCards } from '../database/schema.ts';
import { sha256 } from '../secrets.ts';

/** The recipient has seen the card: the true proof of delivery. Link previews only GET, so they never get here. */
export async function markOpened(context: Context, secret: string): Promise<boolean> {
  const hash = sha256(secret);
  const { orm } = context.database;
  await orm
    .update(giftCards)
    .set({ openedAt: context.clock.now() })
    .where(and(eq(giftCards.linkHash, hash), isNull(giftCards.openedAt)));
  return (await orm.select({ id: giftCards.id }).from(giftCards).where(eq(giftCards.linkHash, hash))).length === 1;
}
