import { eq } from 'drizzle-orm';
import type { Handle, Transaction } from '../../database/handle.ts';
import { orderSellers } from '../../database/schema/schema.ts';

export type OrderSellerRow = typeof orderSellers.$inferSelect;
type NewSeller = Omit<typeof orderSellers.$inferInsert, 'orderId'>;

/** Writes what each seller sold in an order; that of an earlier, declined attempt of the same cart is deleted. */
export async function replaceSellers(tx: Transaction, orderId: number, sellers: readonly NewSeller[]): Promise<void> {
  await tx.delete(orderSellers).where(eq(orderSellers.orderId, orderId));
  await tx.insert(orderSellers).values(sellers.map((seller) => ({ ...seller, orderId })));
}

export async function sellersOf(handle: Handle, orderId: number): Promise<OrderSellerRow[]> {
  return handle.select().from(orderSellers).where(eq(orderSellers.orderId, orderId)).orderBy(orderSellers.sellerId);
}
