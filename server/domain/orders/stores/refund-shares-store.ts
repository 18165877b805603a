import { and, eq } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { refundShares, refunds } from '#server/platform/database/schema/schema.ts';
import { OPEN_REFUND_STATES } from '#server/platform/database/schema/states/refund.ts';

export type RefundShareRow = typeof refundShares.$inferSelect;
type NewShare = Omit<typeof refundShares.$inferInsert, 'id' | 'refundId'>;

export async function replaceShares(tx: Transaction, refundId: number, shares: readonly NewShare[]): Promise<void> {
  await tx.delete(refundShares).where(eq(refundShares.refundId, refundId));
  await tx.insert(refundShares).values(shares.map((share) => ({ ...share, refundId })));
}

export async function listEffectiveShares(handle: Handle, orderId: number): Promise<RefundShareRow[]> {
  const shares = await handle
    .select({ share: refundShares })
    .from(refundShares)
    .innerJoin(refunds, eq(refunds.id, refundShares.refundId))
    .where(and(eq(refunds.orderId, orderId), isIn(refunds.state, OPEN_REFUND_STATES)));
  return shares.map(({ share }) => share);
}

export async function listRefundShares(handle: Handle, refundIds: readonly number[]): Promise<RefundShareRow[]> {
  if (refundIds.length === 0) return [];
  return handle.select().from(refundShares).where(isIn(refundShares.refundId, refundIds)).orderBy(refundShares.id);
}
