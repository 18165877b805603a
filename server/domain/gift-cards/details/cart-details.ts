import type { Transaction } from '#server/platform/database/handle.ts';
import { deleteDetailsById, reinstateDetails, relinkDetails } from './details-store.ts';

/** Lines went on to the customer's next cart: what is saved about their cards goes with them. */
export function moveDetails(tx: Transaction, moved: { from: number; to: number; lineIds: number[] }): Promise<void> {
  return relinkDetails(tx, moved);
}

/** What was paid for counts, not what another tab deleted and saved for the same lines while the payment ran. */
export async function keepPaidDetails(tx: Transaction, details: { ids: number[]; now: Date }): Promise<void> {
  if (details.ids.length > 0) await reinstateDetails(tx, details);
}

/** What was saved for a purchase that is placed already goes. */
export function discardDetails(tx: Transaction, details: { ids: number[]; now: Date }): Promise<void> {
  return deleteDetailsById(tx, details);
}
