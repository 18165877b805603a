import { and, eq } from 'drizzle-orm';
import type { OrderSale } from '#server/domain/seller-ledger/post-order.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { orderSellers, payments } from '#server/platform/database/schema/schema.ts';
import { defineStatement, insertStatement, type Place } from '#server/platform/database/statement.ts';
import { PAID_STATES } from './payments-store.ts';

export type OrderSellerRow = typeof orderSellers.$inferSelect;
type NewSeller = Omit<typeof orderSellers.$inferInsert, 'orderId'>;

const insert = insertStatement(orderSellers, (inserting) => inserting);

export async function insertSellers(tx: Transaction, orderId: number, sellers: readonly NewSeller[]): Promise<void> {
  await insert(
    tx,
    sellers.map((seller) => ({ ...seller, orderId })),
  );
}

export async function deleteSellers(tx: Transaction, orderId: number): Promise<void> {
  await tx.delete(orderSellers).where(eq(orderSellers.orderId, orderId));
}

export async function listOrderSellers(handle: Handle, orderId: number): Promise<OrderSellerRow[]> {
  return handle.select().from(orderSellers).where(eq(orderSellers.orderId, orderId)).orderBy(orderSellers.sellerId);
}

const selectSales = defineStatement((on, place: Place<{ orderId: number }>) =>
  on
    .select({ seller: orderSellers, paymentId: payments.id, provider: payments.provider })
    .from(orderSellers)
    .innerJoin(payments, and(eq(payments.orderId, orderSellers.orderId), isIn(payments.state, PAID_STATES)))
    .where(eq(orderSellers.orderId, place('orderId')))
    .orderBy(orderSellers.sellerId),
);

/** Returns the sellers' parts of the payment by payment card; null if no such payment was made. */
export async function findOrderSale(
  handle: Handle,
  orderId: number,
): Promise<(Pick<OrderSale, 'provider' | 'sellers'> & { paymentId: number }) | null> {
  const rows = await selectSales(handle, { orderId });
  const [first] = rows;
  if (!first) return null;
  const sellers = rows.map(({ seller }) => ({
    sellerId: seller.sellerId,
    chargedCents: seller.goodsCents + seller.shippingCents + seller.cardsCents - seller.giftCardTenderCents,
    commissionCents: seller.commissionCents,
    serviceFeeCents: seller.serviceFeeCents,
  }));
  return { paymentId: first.paymentId, provider: first.provider, sellers };
}
