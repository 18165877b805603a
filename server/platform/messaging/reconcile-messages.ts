import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { MessageState } from '#server/platform/database/schema/states/message.ts';
import type { ScheduleReason } from '#server/platform/jobs/jobs.ts';
import { CLAIM_MS } from './claim-policy.ts';
import {
  countFailed,
  countUnsent,
  listClaimedMessages,
  listDueMessages,
  listStaleMessages,
  type MessageRow,
} from './messages-store.ts';
import type { PurposeHandler, PurposeHandlers } from './purposes.ts';
import { queueJobs } from './queue-message.ts';
import { recordState } from './record-state.ts';
import { isIdempotent } from './send-claimed-message.ts';

/** A message that is this late has lost its job. */
const LATE_MS = 60_000;

/** Scheduled job: releases claims of crashed processes and replaces lost jobs. */
export async function reconcileMessages(
  context: Context,
  purposes: PurposeHandlers,
  reason: ScheduleReason,
): Promise<void> {
  await releaseStaleClaims(context, purposes);
  await queueDueMessages(context, reason);
}

/**
 * Requeues the message if the provider is idempotent; otherwise marks it 'unknown' and never resends it automatically
 * (docs/decisions/008).
 */
export async function releaseStaleClaims(context: Context, purposes: PurposeHandlers): Promise<void> {
  const before = new Date(context.clock.ms() - CLAIM_MS);
  await release(context, purposes, await listStaleMessages(context.database.orm, before));
}

/**
 * Runs at startup, before anything can send. Only one process opens the embedded database, so all claims are stale. On
 * PostgreSQL, another server may hold them.
 */
export async function releaseAbandonedClaims(context: Context, purposes: PurposeHandlers): Promise<void> {
  if (context.database.kind !== 'embedded') return;
  await release(context, purposes, await listClaimedMessages(context.database.orm));
}

async function release(context: Context, purposes: PurposeHandlers, claimed: MessageRow[]): Promise<void> {
  for (const message of claimed) {
    const handler = purposes[message.purpose];
    const to = stateAfterDeath(context, { message, handler });
    const set = { error: 'The process ended before the carrier answered.' };
    // Releases only this claim, not a later one.
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
 * Queues due messages after the clock moved or a job was lost. Duplicates are safe, because jobs claim first. Messages
 * already tried wait for their job's backoff, except at startup on the embedded database, when all active jobs are
 * dead.
 */
async function queueDueMessages({ database, clock, jobs }: Context, reason: ScheduleReason): Promise<void> {
  const isAlone = reason === 'start' && database.kind === 'embedded';
  const atOnce = isAlone || reason === 'clock moved';
  const dueAt = new Date(clock.ms() - (atOnce ? 0 : LATE_MS));
  const due = await listDueMessages(database.orm, { dueAt, tried: isAlone });
  if (due.length === 0) return;
  await database.transaction((tx) => queueJobs({ jobs }, tx, { messages: due, seldom: !atOnce }));
}

export const countUnsentMessages = (handle: Handle, now: Date): ReturnType<typeof countUnsent> =>
  countUnsent(handle, now);

export const countFailedMessages = (handle: Handle, since: Date): ReturnType<typeof countFailed> =>
  countFailed(handle, since);
