import type { Transaction } from '#server/platform/database/handle.ts';
import { deleteDetailsById, reinstateDetails, relinkDetails } from './details-store.ts';

export function moveDetails(tx: Transaction, moved: { from: number; to: number; lineIds: number[] }): Promise<void> {
  return relinkDetails(tx, moved);
}

/** Reinstates the details that were paid for, even if another tab replaced them during the payment. */
export async function reinstatePaidDetails(tx: Transaction, details: { ids: number[]; now: Date }): Promise<void> {
  if (details.ids.length > 0) await reinstateDetails(tx, details);
}

export function discardDetails(tx: Transaction, details: { ids: number[]; now: Date }): Promise<void> {
  return deleteDetailsById(tx, details);
}
