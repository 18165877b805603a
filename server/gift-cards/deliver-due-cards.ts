import type { Context } from '../context.ts';
import type { SweepReason } from '../jobs/jobs.ts';
import { untriedDueCards } from './cards-store.ts';

/** A job that is on time needs no help; one that is this late has lost its way. */
const LATE_MS = 60_000;

/**
 * The sweep behind the delivery jobs: puts due cards that were never tried into the queue again. It makes a moved clock take
 * effect and mends a lost job. The job claims, so a card that is in the queue twice is still delivered once; a card that was
 * tried keeps to the growing waits of its own job.
 */
export async function deliverDueCards(context: Context, reason: SweepReason): Promise<void> {
  const late = reason === 'clock moved' ? 0 : LATE_MS;
  const due = await untriedDueCards(context.database.orm, new Date(context.clock.ms() - late));
  if (due.length === 0) return;
  await context.database.transaction(async (tx) => {
    const seldom = reason !== 'clock moved';
    for (const giftCardId of due) await context.jobs.send(tx, 'deliver-card', { giftCardId }, { seldom });
  });
}
