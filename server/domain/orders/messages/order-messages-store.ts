import { and, eq, notInArray } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { messages, orderLines, orderSellers, sellers } from '#server/platform/database/schema/schema.ts';
import { contactColumns, isSellerOfLine } from '../stores/order-lines-store.ts';

export async function listReceiptLines(handle: Handle, orderId: number) {
  return handle
    .select({
      line: orderLines,
      sellerName: sellers.name,
      contact: contactColumns,
      gstRegistered: orderSellers.gstRegistered,
    })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .leftJoin(orderSellers, isSellerOfLine)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
}
export type ReceiptLine = Awaited<ReturnType<typeof listReceiptLines>>[number];

export function listSellersOfGoods(handle: Handle, orderId: number) {
  const { id, contactEmail: email, contactPhone: phone } = sellers;
  return handle
    .selectDistinct({ id, email, phone })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.isGiftcard, false)))
    .orderBy(id);
}

export function listGoodsOfSeller(handle: Handle, { orderId, sellerId }: { orderId: number; sellerId: number }) {
  const { id, qty, name, options, sku } = orderLines;
  const condition = and(
    eq(orderLines.orderId, orderId),
    eq(orderLines.sellerId, sellerId),
    eq(orderLines.isGiftcard, false),
  );
  return handle
    .select({ id, qty, name, options, sku, sellerName: sellers.name, shopUrl: sellers.shopUrl })
    .from(orderLines)
    .innerJoin(sellers, eq(sellers.id, orderLines.sellerId))
    .where(condition)
    .orderBy(orderLines.id);
}
export type Goods = Awaited<ReturnType<typeof listGoodsOfSeller>>[number];

/** Returns true even if it is unknown whether the text was sent. */
export async function isRefundTextSent(handle: Handle, refundId: number): Promise<boolean> {
  const condition = and(
    eq(messages.refundId, refundId),
    eq(messages.purpose, 'order-refunded'),
    notInArray(messages.state, ['queued', 'not_needed', 'failed']),
  );
  return (await handle.select({ id: messages.id }).from(messages).where(condition).limit(1)).length > 0;
}

export async function listReceiptStates(handle: Handle, orderId: number) {
  const receipts = and(eq(messages.orderId, orderId), eq(messages.purpose, 'receipt'));
  return (await handle.select({ state: messages.state }).from(messages).where(receipts)).map(({ state }) => state);
}
