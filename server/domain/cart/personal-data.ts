import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { clearAddressesBefore, eraseCustomerCarts } from './carts-store.ts';

const DAY_MS = 86_400_000;
/** Ordered carts are stored until order reconciliation no longer needs them. */
const KEPT_MS = { open: 365 * DAY_MS, ordered: 30 * DAY_MS };

export async function purgeCarts({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = (keptMs: number): Date => new Date(clock.ms() - keptMs);
  const until = { openBefore: before(KEPT_MS.open), orderedBefore: before(KEPT_MS.ordered) };
  await clearAddressesBefore(database.orm, until);
}

export function eraseCarts(tx: Transaction, customerId: number): Promise<void> {
  return eraseCustomerCarts(tx, customerId);
}
