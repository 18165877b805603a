import type { Context } from '#server/context.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import { deletePassesOfEnded } from '../passes/passes-store.ts';
import * as store from './personal-data-store.ts';

const DAY_MS = 86_400_000;
/** Details removed from a cart are kept until pending orders are settled, and cards until claims lapse. */
const KEPT_MS = { takenOut: 7 * DAY_MS, expired: 90 * DAY_MS, spent: 730 * DAY_MS, abandoned: 365 * DAY_MS };

type Parts = Pick<Context, 'database' | 'clock'>;

export async function purgeGifts({ database, clock }: Parts): Promise<void> {
  const before = (keptMs: number): Date => new Date(clock.ms() - keptMs);
  await store.deleteTakenOut(database.orm, before(KEPT_MS.takenOut));
  await store.deleteOld(database.orm, before(KEPT_MS.spent));
  await store.deleteAbandoned(database.orm, before(KEPT_MS.abandoned));
  await deletePassesOfEnded(database.orm, before(KEPT_MS.expired));
  const ended = { expiredBefore: before(KEPT_MS.expired), soldBefore: before(KEPT_MS.spent) };
  await store.blankEndedCards(database.orm, ended);
}

export async function listOpenCards(
  handle: Handle,
  customer: { customerId: number; now: Date },
): Promise<{ scheduled: string[]; withValue: string[] }> {
  const open = await store.openCards(handle, customer);
  const isToSend = ({ deliveryState }: store.OpenCard) => deliveryState === 'waiting' || deliveryState === 'queued';
  return {
    scheduled: open
      .filter(isToSend)
      .map(({ publicId, sendAt }) => `Gift card ${publicId} is sent on ${sendAt.toISOString().slice(0, 10)}.`),
    withValue: open
      .filter((card) => !isToSend(card))
      .map(({ publicId, balanceCents }) => `Gift card ${publicId} has ${formatDollars(balanceCents)} left.`),
  };
}

/** Erases personal data from the gift cards that the customer sent or received. */
export function eraseCards(tx: Transaction, customer: { customerId: number; mobile: string }): Promise<void> {
  return store.eraseCards(tx, customer);
}
