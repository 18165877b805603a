import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { deleteLeads, deleteLeadsBefore } from './leads-store.ts';

const KEPT_MONTHS = 24;

export async function purgeLeads({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = clock.now();
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  await deleteLeadsBefore(database.orm, before);
}

export function eraseLeads(tx: Transaction, emails: readonly string[]): Promise<void> {
  return deleteLeads(tx, emails);
}
