import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { bookTransfers } from '#server/platform/database/schema/schema.ts';

type TransferRow = typeof bookTransfers.$inferSelect;

export type NewTransfer = Pick<TransferRow, 'kind' | 'cause' | 'cents' | 'at'> & {
  /** Codes of the accounts. */
  debit: string;
  credit: string;
  /** If true, the amount of the cause cannot change. */
  isFinal: boolean;
  orderId: number | null;
  refundId: number | null;
};

/** Posts the difference between `cents` and the sum already posted for each cause, and creates missing accounts. */
export async function postTransfers(tx: Transaction, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await tx.execute(sql`select post_book_transfers(${JSON.stringify(transfers)}::jsonb)`);
}

export async function isSalePosted(handle: Handle, orderId: number): Promise<boolean> {
  const sales = and(eq(bookTransfers.orderId, orderId), eq(bookTransfers.kind, 'sale'));
  return (await handle.select({ id: bookTransfers.id }).from(bookTransfers).where(sales).limit(1)).length > 0;
}
