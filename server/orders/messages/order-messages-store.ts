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

/** Whether the customer has been told that a refund is on its way, or may have been. */
export async function wasTold(handle: Handle, refundId: number): Promise<boolean> {
  const told = and(
    eq(messages.refundId, refundId),
    eq(messages.purpose, 'order-refunded'),
    notInArray(messages.state, ['queued', 'not_needed', 'failed']),
  );
  return (await handle.select({ id: messages.id }).from(messages).where(told).limit(1)).length > 0;
}
