import type { MessageProblem } from '#contract/gift-cards.ts';
import { countSegments } from '#contract/rules/gift-card/segments.ts';
import type { Context } from '#server/context.ts';
import type { MessageState } from '#server/platform/database/schema/states/message.ts';
import { getPurpose } from '#server/platform/kernel/message-purposes.ts';
import { stripStatementValues } from '#server/platform/kernel/redaction.ts';
import { runInSpan, type Traced } from '#server/platform/kernel/telemetry/tracing.ts';
import type { MailHanded } from '#server/platform/ports/mail.ts';
import type { Handed, Refused } from '#server/platform/ports/messages.ts';
import { isProviderError } from '#server/platform/ports/service.ts';
import type { MessageRow } from './messages-store.ts';
import { type Composed, composeMessages, PROBLEM_WITHOUT_REASON, type PurposeHandler } from './purposes.ts';
import { createRecorder } from './record-state.ts';

type Attempt = 'only' | 'last' | 'more follow';

/** A message whose claim has been committed. */
export type Claimed = { message: MessageRow; handler: PurposeHandler; attempt: Attempt } & Traced;

export type Outcome =
  | { result: 'sent' | 'not needed' }
  | { result: 'refused'; reason: string; problem: MessageProblem }
  | { result: 'not sent'; error: unknown }
  /** The message may have been sent; it is never resent automatically. */
  | { result: 'unknown'; error: unknown };

export async function sendClaimedMessage(context: Context, claimed: Claimed): Promise<Outcome> {
  const [outcome] = await sendClaimedMessages(context, [claimed]);
  return outcome ?? { result: 'not needed' };
}

export async function sendClaimedMessages(context: Context, claimed: readonly Claimed[]): Promise<Outcome[]> {
  const composed = new Map<number, Composed | 'not needed' | Error>();
  for (const handler of new Set(claimed.map(({ handler }) => handler))) {
    const messages = claimed.filter((claim) => claim.handler === handler).map(({ message }) => message);
    for (const [id, words] of await composeMessages(context, { handler, messages })) composed.set(id, words);
  }
  const record = createRecorder(context);
  return Promise.all(
    claimed.map(async (claim) => {
      const { id, purpose, channel } = claim.message;
      const span = { kind: 'producer', traceparent: claim.traceparent, attributes: { purpose, channel } } as const;
      const { outcome, change } = await runInSpan('message.send', span, () =>
        handOver(context, claim, composed.get(id) ?? 'not needed'),
      );
      await record({ ...claim, from: ['claimed', 'unknown'], ...change });
      return outcome;
    }),
  );
}

type Change = { to: MessageState; set?: Partial<MessageRow>; gaveUp?: boolean };
type Settled = { outcome: Outcome; change: Change };

async function handOver(
  context: Context,
  claimed: Claimed,
  composed: Composed | 'not needed' | Error,
): Promise<Settled> {
  const { message } = claimed;
  if (composed instanceof Error) return settleNotComposed(context, claimed, composed);
  if (composed === 'not needed') return { outcome: { result: 'not needed' }, change: { to: 'not_needed' } };
  const about = { messageId: message.id, ref: message.ref, purpose: message.purpose };
  try {
    const handed = await send(context, message, composed);
    if (handed.state === 'refused') {
      const { reason, problem = PROBLEM_WITHOUT_REASON } = handed as Refused;
      context.log.warn({ ...about, reason, problem }, 'message.refused');
      const change: Change = { to: 'failed', set: { error: reason, problem } };
      return { outcome: { result: 'refused', reason, problem }, change };
    }
    const now = context.clock.now();
    const deliveredAt = handed.state === 'delivered' ? now : null;
    const parts = countBilledParts(message, composed);
    context.log.info({ ...about, parts }, 'message.sent');
    const set = { providerId: handed.providerId ?? null, parts, sentAt: now, deliveredAt };
    return { outcome: { result: 'sent' }, change: { to: handed.state, set } };
  } catch (error) {
    return settleError(context, claimed, error);
  }
}

/** Returns the number of parts that the carrier bills, or null for email. */
function countBilledParts({ channel }: MessageRow, { text }: Composed): number | null {
  if (channel === 'email') return null;
  return channel === 'mms' ? 1 : Math.max(1, countSegments(text).segments);
}

function settleNotComposed(context: Context, { message, handler, attempt }: Claimed, error: Error): Settled {
  context.log.error(
    { err: error, messageId: message.id, ref: message.ref, purpose: message.purpose },
    'message.not_composed',
  );
  const isExhausted = message.attempts >= (handler.composeTries?.(message) ?? Number.POSITIVE_INFINITY);
  return {
    change: decideRetry({ error, isExhausted, attempt }),
    outcome: isExhausted
      ? { result: 'refused', reason: formatErrorText(error), problem: PROBLEM_WITHOUT_REASON }
      : { result: 'not sent', error },
  };
}

/**
 * Retries messages that were definitely not sent. Messages that may have been sent are retried only with an idempotent
 * provider; otherwise they become 'unknown'.
 */
function settleError(context: Context, { message, attempt }: Claimed, error: unknown): Settled {
  const mayHaveBeenSent = !isProviderError(error) || error.mayHaveBeenApplied;
  const isUnknown = mayHaveBeenSent && (attempt === 'only' || !isIdempotent(context, message));
  const about = { messageId: message.id, ref: message.ref, purpose: message.purpose };
  context.log.warn({ err: error, ...about, mayHaveBeenSent }, 'message.unanswered');
  if (isUnknown)
    return { outcome: { result: 'unknown', error }, change: { to: 'unknown', set: { error: formatErrorText(error) } } };
  return { outcome: { result: 'not sent', error }, change: decideRetry({ error, isExhausted: false, attempt }) };
}

/** Returns false for email, because mail servers do not deduplicate by ref. */
export function isIdempotent({ integrations }: Pick<Context, 'integrations'>, { channel }: MessageRow): boolean {
  return channel !== 'email' && integrations.messages.idempotent;
}

function decideRetry({
  error,
  isExhausted,
  attempt,
}: {
  error: unknown;
  isExhausted: boolean;
  attempt: Attempt;
}): Change {
  if (!isExhausted && attempt === 'more follow') return { to: 'queued', set: { error: formatErrorText(error) } };
  return { to: 'failed', set: buildFailedFields(error), gaveUp: !isExhausted };
}

export const buildFailedFields = (error: unknown): Partial<MessageRow> => ({
  error: formatErrorText(error),
  problem: PROBLEM_WITHOUT_REASON,
});

function send(
  { integrations }: Context,
  { ref, recipient: to, channel, purpose }: MessageRow,
  composed: Composed,
): Promise<Handed | (MailHanded & { providerId?: never })> {
  if ('subject' in composed) return integrations.mail.send({ ref, to, ...composed });
  if (channel === 'email') throw new Error(`The mail ${ref} has no subject.`);
  return integrations.messages.send({ ref, to, kind: channel, purpose: getPurpose(purpose).carrier, ...composed });
}

const formatErrorText = (error: unknown): string =>
  stripStatementValues(error instanceof Error ? error.message : String(error));
