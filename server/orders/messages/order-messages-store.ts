import { eq } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { orderLines, sellers } from '../../database/schema/schema.ts';
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
