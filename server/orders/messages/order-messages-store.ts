import { and, eq, notInArray } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { messages, orderLines, sellers } from '../../database/schema/schema.ts';
import { contactColumns } from '../stores/order-lines-store.ts';

/** The lines of an order as a receipt lists them. */
export async function receiptLines(handle: Handle, orderId: number) {
  return handle
    .select({
      line: orderLines,
      sellerName: sellers.name,
      contact: contactColumns,
    })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
}
export type ReceiptLine = Awaited<ReturnType<typeof receiptLines>>[number];

/** Whether the customer's text about a refund has been sent, or may have been. */
export async function isRefundTextSent(handle: Handle, refundId: number): Promise<boolean> {
  const sent = and(
    eq(messages.refundId, refundId),
    eq(messages.purpose, 'order-refunded'),
    notInArray(messages.state, ['queued', 'not_needed', 'failed']),
  );
  return (await handle.select({ id: messages.id }).from(messages).where(sent).limit(1)).length > 0;
}

/** What has become of each receipt of an order. */
export async function receiptStates(handle: Handle, orderId: number) {
  const receipts = and(eq(messages.orderId, orderId), eq(messages.purpose, 'receipt'));
  return (await handle.select({ state: messages.state }).from(messages).where(receipts)).map(({ state }) => state);
}
