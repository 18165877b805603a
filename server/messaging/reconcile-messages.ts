import type { Context } from '../context.ts';
import type { ScheduleReason } from '../jobs/jobs.ts';
import type { MessageState } from '../kernel/states/message.ts';
import { CLAIM_MS } from './claim-policy.ts';
import { dueMessages, type MessageRow, staleMessages } from './messages-store.ts';
import type { PurposeHandler, PurposeHandlers } from './purposes.ts';
import { queueJob } from './queue-message.ts';
import { recordState } from './record-state.ts';
import { isIdempotent } from './send-claimed-message.ts';

/** A message that is overdue by this much has lost its job. */
const LATE_MS = 60_000;

/**
 * The scheduled job behind the jobs send-message: releases the claims of dead processes and replaces lost jobs, for
 * every purpose.
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
 * A job that runs again leaves a claimed message alone. An idempotent provider gets the message again; with any other it
 * is 'unknown' and not sent a second time automatically (docs/decisions/008).
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
 * Queues due messages again that were never tried: after the clock was moved, and when a job was lost. The job claims,
 * so a message that is queued twice is sent once. One that was tried is left to its own job and its growing waits,
 * unless that job ended without recording a state.
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
