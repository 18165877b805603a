import { eq } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { customers, orderLines, orders, sellers } from '../../database/schema/schema.ts';

export type OrderRow = typeof orders.$inferSelect;

export async function getOrder(handle: Handle, orderId: number): Promise<OrderRow> {
  const [order] = await handle.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}.`);
  return order;
}

/** Where the customer of an order is reached. */
export async function contactOf(handle: Handle, orderId: number): Promise<{ mobile: string; email: string }> {
  const [contact] = await handle
    .select({ mobile: customers.mobile, email: customers.email })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!contact) throw new Error(`There is no order ${orderId}.`);
  return contact;
}

/** What stands on a receipt: the order and its lines in their order. */
export async function receiptFacts(handle: Handle, orderId: number) {
  const lines = await handle
    .select({ line: orderLines, sellerName: sellers.name })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  return { order: await getOrder(handle, orderId), lines };
}
export type ReceiptFacts = Awaited<ReturnType<typeof receiptFacts>>;
