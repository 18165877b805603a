import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { lockHold } from '../card-locks-store.ts';
import { listOverdueHolds } from './spend-store.ts';
import { releaseHold } from './spend-value.ts';

const BATCH_SIZE = 500;

/** Scheduled job. Takes the same lock on each card as a capture does, so whichever is first ends the hold. */
export async function lapseHolds({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  for (const publicId of await listOverdueHolds(database.orm, { now, limit: BATCH_SIZE })) {
    try {
      const lapsed = await database.transaction((tx) => lapse(tx, { publicId, now }));
      if (lapsed) log.info({ hold: publicId, card: lapsed }, 'gift_card_hold.lapsed');
    } catch (error) {
      log.error({ err: error, hold: publicId }, 'gift_card_hold.lapse_failed');
    }
  }
}

async function lapse(tx: Transaction, { publicId, now }: { publicId: string; now: Date }): Promise<string | null> {
  const locked = await lockHold(tx, { publicId });
  if (locked?.hold.state !== 'held' || locked.hold.expiresAt > now) return null;
  await releaseHold(tx, { ...locked, now });
  return locked.card.publicId;
}
