import { and, eq } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { members, orderLines, orders, receipts, sellers } from '../database/schema.ts';

export type ReceiptState = 'queued' | 'claimed' | 'sent' | 'failed' | 'unknown';

export async function insertReceipt(handle: Handle, { orderId, now }: { orderId: number; now: Date }): Promise<void> {
  await handle.insert(receipts).values({ orderId, state: 'queued', changedAt: now }).onConflictDoNothing();
}

type Move = { orderId: number; from: ReceiptState; to: ReceiptState; error?: string | null; now: Date };

/** A guarded move: true for the one caller that made it. */
export async function moveReceipt(handle: Handle, { orderId, from, to, error = null, now }: Move): Promise<boolean> {
  const moved = await handle
    .update(receipts)
    .set({ state: to, error, changedAt: now })
    .where(and(eq(receipts.orderId, orderId), eq(receipts.state, from)))
    .returning({ orderId: receipts.orderId });
  return moved.length === 1;
}

/** What stands on a receipt: the order, its buyer's address, and its lines in their order. */
export async function receiptFacts(handle: Handle, orderId: number) {
  const [found] = await handle
    .select({ order: orders, email: members.email })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.memberId))
    .where(eq(orders.id, orderId));
  if (!found) return null;
  const lines = await handle
    .select({ line: orderLines, sellerName: sellers.name })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  return { ...found, lines };
}
export type ReceiptFacts = NonNullable<Awaited<ReturnType<typeof receiptFacts>>>;
