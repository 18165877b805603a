import { eq } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { giftCardThanks as thanks } from '#server/platform/database/schema/schema.ts';

export type ThanksRow = typeof thanks.$inferSelect;

export async function insertThanks(tx: Transaction, row: ThanksRow): Promise<boolean> {
  return (await tx.insert(thanks).values(row).onConflictDoNothing().returning()).length > 0;
}

export async function findThanks(handle: Handle, giftCardId: number): Promise<ThanksRow | null> {
  return (await handle.select().from(thanks).where(eq(thanks.giftCardId, giftCardId)))[0] ?? null;
}
