import { eq } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { orderSellers } from '#server/platform/database/schema/schema.ts';
import { insertStatement } from '#server/platform/database/statement.ts';

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
