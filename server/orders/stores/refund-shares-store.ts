import { and, eq, inArray } from 'drizzle-orm';
import type { Handle, Transaction } from '../../database/handle.ts';
import { refundShares, refunds } from '../../database/schema/schema.ts';
import { GOING_REFUND_STATES } from '../../kernel/states/refund.ts';

export type RefundShareRow = typeof refundShares.$inferSelect;
type NewShare = Omit<typeof refundShares.$inferInsert, 'id' | 'refundId'>;

export async function insertShares(tx: Transaction, refundId: number, shares: readonly NewShare[]): Promise<void> {
  await tx.insert(refundShares).values(shares.map((share) => ({ ...share, refundId })));
}

/** What has gone back of an order, or is about to, by seller, line and shipping. Refunds that failed took nothing. */
export async function goneSharesOf(handle: Handle, orderId: number): Promise<RefundShareRow[]> {
  const gone = await handle
    .select({ share: refundShares })
    .from(refundShares)
    .innerJoin(refunds, eq(refunds.id, refundShares.refundId))
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, GOING_REFUND_STATES)));
  return gone.map(({ share }) => share);
}
