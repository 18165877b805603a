import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { MessageState } from '#server/platform/database/schema/states/message.ts';
import type { ScheduleReason } from '#server/platform/jobs/jobs.ts';
import { CLAIM_MS } from './claim-policy.ts';
import {
  claimedMessages,
  countFailed,
  countUnsent,
  dueMessages,
  type MessageRow,
  staleMessages,
} from './messages-store.ts';
import type { PurposeHandler, PurposeHandlers } from './purposes.ts';
import { queueJobs } from './queue-message.ts';
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
  await release(context, purposes, await staleMessages(context.database.orm, before));
}

/**
 * At the start of a server, before anything in it can send: one process at a time has the embedded database, so whoever
 * claimed a message is dead, however short a time ago that was. On PostgreSQL it may be another server, which is given
 * its time.
 */
export async function releaseAbandonedClaims(context: Context, purposes: PurposeHandlers): Promise<void> {
  if (context.database.kind !== 'embedded') return;
  await release(context, purposes, await claimedMessages(context.database.orm));
}

async function release(context: Context, purposes: PurposeHandlers, claimed: MessageRow[]): Promise<void> {
  for (const message of claimed) {
    const handler = purposes[message.purpose];
    const to = stateAfterDeath(context, { message, handler });
    const set = { error: 'The process ended before the carrier answered.' };
    // This claim and no later one.
    const before = new Date((message.claimedAt?.getTime() ?? 0) + 1);
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
 * unless that job ended without recording a state: at the start of a process that has the database alone, every job
 * that was under way has.
 */
async function queueDueMessages({ database, clock, jobs }: Context, reason: ScheduleReason): Promise<void> {
  const isAlone = reason === 'start' && database.kind === 'embedded';
  const atOnce = isAlone || reason === 'clock moved';
  const dueAt = new Date(clock.ms() - (atOnce ? 0 : LATE_MS));
  const due = await dueMessages(database.orm, { dueAt, tried: isAlone });
  if (due.length === 0) return;
  await database.transaction((tx) => queueJobs({ jobs }, tx, { messages: due, seldom: !atOnce }));
}

/** How many messages are due by then and were not sent, and how many somebody is sending. */
export const unsentMessages = (handle: Handle, now: Date): ReturnType<typeof countUnsent> => countUnsent(handle, now);

/** By purpose and state, the messages since then that failed or may have. */
export const failedMessages = (handle: Handle, since: Date): ReturnType<typeof countFailed> =>
  countFailed(handle, since);
