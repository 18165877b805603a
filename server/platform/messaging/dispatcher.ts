import type { Context } from '#server/context.ts';
import type { Traced } from '#server/platform/kernel/telemetry/tracing.ts';
import { claimMessages, isOverdue } from './claim-messages.ts';
import { getMessage, type MessageRow } from './messages-store.ts';
import type { PurposeHandlers } from './purposes.ts';
import { recordState } from './record-state.ts';
import { buildFailedFields, type Claimed, sendClaimedMessages } from './send-claimed-message.ts';

/** `last`: true if the queue will not retry the job. */
export type MessageJob = { messageId: number; last: boolean } & Traced;

/**
 * Runs send-message and send-email jobs: claim, commit, compose, send, record. Guarded claims and unique refs prevent
 * double sending. Returns null per job, or an error if the message was definitely not sent, so that the queue retries.
 */
export async function dispatchMessages(
  context: Context,
  purposes: PurposeHandlers,
  jobs: readonly MessageJob[],
): Promise<unknown[]> {
  const claims = await claimMessages(context, purposes, [...new Set(jobs.map(({ messageId }) => messageId))]);
  const errors = new Map<number, unknown>();
  const claimed: Claimed[] = [];
  for (const { messageId, last, traceparent } of jobs) {
    const claim = claims.get(messageId);
    claims.delete(messageId);
    if (claim instanceof Error) {
      if (last) await failUnclaimedMessage(context, purposes, { messageId, error: claim });
      errors.set(messageId, claim);
    } else if (claim) claimed.push({ ...asClaimed(context, purposes, { message: claim, last }), traceparent });
  }
  const outcomes = await sendClaimedMessages(context, claimed);
  for (const [index, outcome] of outcomes.entries())
    if (outcome.result === 'not sent') errors.set(claimed[index]?.message.id ?? 0, outcome.error);
  return jobs.map(({ messageId }) => errors.get(messageId) ?? null);
}

/** Throws if the message was definitely not sent. */
export async function dispatchMessage(context: Context, purposes: PurposeHandlers, job: MessageJob): Promise<void> {
  const [error] = await dispatchMessages(context, purposes, [job]);
  if (error) throw error;
}

function asClaimed(
  { clock }: Context,
  purposes: PurposeHandlers,
  { message, last }: { message: MessageRow; last: boolean },
): Claimed {
  const isLast = last || isOverdue(message, clock.now());
  return { message, handler: purposes[message.purpose], attempt: isLast ? 'last' : 'more follow' };
}

/** Fails a message that could not be claimed, so that it does not stay queued unnoticed. */
async function failUnclaimedMessage(
  context: Context,
  purposes: PurposeHandlers,
  { messageId, error }: { messageId: number; error: Error },
): Promise<void> {
  const message = await getMessage(context.database.orm, messageId);
  if (!message) return;
  const failed = { handler: purposes[message.purpose], from: ['queued'] as const, gaveUp: true };
  try {
    await recordState(context, { message, ...failed, to: 'failed', set: buildFailedFields(error) });
  } catch (cause) {
    context.log.error({ err: cause, messageId, state: 'failed' }, 'message.not_recorded');
  }
}
