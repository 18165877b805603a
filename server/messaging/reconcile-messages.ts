import type { Context } from '../context.ts';
import type { ScheduleReason } from '../jobs/jobs.ts';
import type { MessageState } from '../kernel/states/message.ts';
import { CLAIM_MS } from './claim-policy.ts';
import { dueMessages, type MessageRow, staleMessages } from './messages-store.ts';
import type { PurposeHandler, PurposeHandlers } from './purposes.ts';
import { queueJob } from './queue-message.ts';
import { recordState } from './record-state.ts';
import { isIdempotent } from './send-claimed-message.ts';

/** A job that is on time needs no help; one that is this late has lost its way. */
const LATE_MS = 60_000;

/**
 * The scheduled job behind the jobs send-message: ends the claims of dead processes and mends lost jobs, for every
 * purpose.
 */
export async function reconcileMessages(
  context: Context,
  purposes: PurposeHandlers,
  reason: ScheduleReason,
): Promise<void> {
  await releaseStaleClaims(context, purposes);
  await queueDueMessages(context, reason);
}

/**
 * The job that comes again finds a claimed message and leaves it. A provider that knows its refs gets the message
 * again; with one that forgets it is 'unknown' and not sent twice by itself (docs/decisions/008).
 */
export async function releaseStaleClaims(context: Context, purposes: PurposeHandlers): Promise<void> {
  const before = new Date(context.clock.ms() - CLAIM_MS);
  for (const message of await staleMessages(context.database.orm, before)) {
    const handler = purposes[message.purpose];
    const to = stateAfterDeath(context, { message, handler });
    const set = { error: 'The process ended before the carrier answered.' };
    if (await recordState(context, { message, handler, from: ['claimed'], to, set, claimedBefore: before }))
      context.log.warn({ messageId: message.id, ref: message.ref, purpose: message.purpose, to }, 'message.released');
  }
}

type Stale = { message: MessageRow; handler: PurposeHandler };

function stateAfterDeath(context: Context, { message, handler }: Stale): MessageState {
  if (!isIdempotent(context, message) || handler.retriedBy === 'nobody') return 'unknown';
  return handler.retriedBy === 'job' ? 'queued' : 'failed';
}

/**
 * Puts due messages that were never tried into the queue again: it makes a moved clock take effect and mends a lost
 * job. The job claims, so a message that is in the queue twice is sent once; one that was tried keeps to the growing
 * waits of its own job, until that has ended without a word.
 */
async function queueDueMessages({ database, clock, jobs }: Context, reason: ScheduleReason): Promise<void> {
  const late = reason === 'clock moved' ? 0 : LATE_MS;
  const due = await dueMessages(database.orm, new Date(clock.ms() - late));
  if (due.length === 0) return;
  const seldom = reason !== 'clock moved';
  await database.transaction(async (tx) => {
    for (const message of due) await queueJob({ jobs }, tx, { message, seldom });
  });
}
