import type { MessageProblem } from '#contract/gift-cards.ts';
import type { Context } from '../context.ts';
import type { MailHanded } from '../integrations/mail/port.ts';
import type { Handed, Refused, MessagePurpose as WirePurpose } from '../integrations/messages/port.ts';
import { isProviderError } from '../integrations/service/port.ts';
import { withoutValues } from '../kernel/redaction.ts';
import type { MessageState } from '../kernel/states/message.ts';
import type { MessageRow } from './messages-store.ts';
import { type Composed, type MessagePurpose, PROBLEM_WITHOUT_REASON, type PurposeHandler } from './purposes.ts';
import { recordState } from './record-state.ts';

/** 'only': nothing sends this message again automatically; otherwise its job does, until its last attempt. */
type Attempt = 'only' | 'last' | 'more follow';

/** A message this process has claimed; the claim is committed. */
export type Claimed = { message: MessageRow; handler: PurposeHandler; attempt: Attempt };

export type Outcome =
  | { result: 'sent' | 'not needed' }
  | { result: 'refused'; reason: string; problem: MessageProblem }
  /** It was surely not sent. */
  | { result: 'not sent'; error: unknown }
  /** It may have been sent: it is never sent again automatically. */
  | { result: 'unknown'; error: unknown };

/** As carriers and the demo phone know purposes. */
const WIRE_PURPOSE: Record<MessagePurpose, WirePurpose> = {
  code: 'code',
  gift: 'gift',
  'gift-failed': 'order',
  campaign: 'campaign',
  'order-held': 'order',
  'order-refused': 'order',
  'order-approved': 'order',
  'order-refunded': 'order',
  'refund-failed': 'order',
  'order-sent': 'order',
  receipt: 'order',
  'email-changed': 'order',
  'mobile-changed': 'order',
};

/**
 * Composes a claimed message, sends it through its provider and records the outcome. Throws nothing: its caller reads
 * the outcome.
 */
export async function sendClaimedMessage(context: Context, claimed: Claimed): Promise<Outcome> {
  const { message } = claimed;
  const about = { messageId: message.id, ref: message.ref, purpose: message.purpose };
  let composed: Composed | 'not needed';
  try {
    composed = (await claimed.handler.compose?.(context, message)) ?? 'not needed';
  } catch (error) {
    context.log.error({ err: error, ...about }, 'message.not_composed');
    const over = message.attempts >= (claimed.handler.composeTries?.(message) ?? Number.POSITIVE_INFINITY);
    await record(context, claimed, failedOrQueued({ error, over, attempt: claimed.attempt }));
    return over
      ? { result: 'refused', reason: textOf(error), problem: PROBLEM_WITHOUT_REASON }
      : { result: 'not sent', error };
  }
  if (composed === 'not needed') {
    await record(context, claimed, { to: 'not_needed' });
    return { result: 'not needed' };
  }
  try {
    const handed = await send(context, message, composed);
    if (handed.state === 'refused') {
      const { reason, problem = PROBLEM_WITHOUT_REASON } = handed as Refused;
      context.log.warn({ ...about, reason, problem }, 'message.refused');
      await record(context, claimed, { to: 'failed', set: { error: reason, problem } });
      return { result: 'refused', reason, problem };
    }
    const now = context.clock.now();
    const deliveredAt = handed.state === 'delivered' ? now : null;
    await record(context, claimed, {
      to: handed.state,
      set: { providerId: handed.providerId ?? null, sentAt: now, deliveredAt },
    });
    context.log.info(about, 'message.sent');
    return { result: 'sent' };
  } catch (error) {
    return afterError(context, claimed, error);
  }
}

/**
 * The retry policy. A message that was surely not sent is tried again by its job. One that may have been sent is tried
 * again only with an idempotent provider; with any other it is 'unknown' and never sent twice.
 */
async function afterError(context: Context, claimed: Claimed, error: unknown): Promise<Outcome> {
  const { message, attempt } = claimed;
  const mayHaveBeenSent = !isProviderError(error) || error.mayHaveBeenApplied;
  const isUnknown = mayHaveBeenSent && (attempt === 'only' || !isIdempotent(context, message));
  const about = { messageId: message.id, ref: message.ref, purpose: message.purpose };
  context.log.warn({ err: error, ...about, mayHaveBeenSent }, 'message.unanswered');
  if (isUnknown) {
    await record(context, claimed, { to: 'unknown', set: { error: textOf(error) } });
    return { result: 'unknown', error };
  }
  await record(context, claimed, failedOrQueued({ error, over: false, attempt }));
  return { result: 'not sent', error };
}

/** True where the provider sends the same ref only once; a mail server does not. */
export function isIdempotent({ integrations }: Pick<Context, 'integrations'>, { channel }: MessageRow): boolean {
  return channel !== 'email' && integrations.messages.idempotent;
}

type Change = { to: MessageState; set?: Partial<MessageRow>; gaveUp?: boolean };

function failedOrQueued({ error, over, attempt }: { error: unknown; over: boolean; attempt: Attempt }): Change {
  if (!over && attempt === 'more follow') return { to: 'queued', set: { error: textOf(error) } };
  return { to: 'failed', set: { error: textOf(error), problem: PROBLEM_WITHOUT_REASON }, gaveUp: !over };
}

/** If the state cannot be recorded, the claim stays and is released like that of a dead process. */
async function record(context: Context, { message, handler }: Claimed, change: Change): Promise<void> {
  try {
    await recordState(context, { message, handler, from: ['claimed', 'unknown'], ...change });
  } catch (error) {
    context.log.error({ err: error, messageId: message.id, state: change.to }, 'message.not_recorded');
  }
}

function send(
  { integrations }: Context,
  { ref, recipient: to, channel, purpose }: MessageRow,
  composed: Composed,
): Promise<Handed | (MailHanded & { providerId?: never })> {
  if ('subject' in composed) return integrations.mail.send({ ref, to, ...composed });
  if (channel === 'email') throw new Error(`The mail ${ref} has no subject.`);
  return integrations.messages.send({ ref, to, kind: channel, purpose: WIRE_PURPOSE[purpose], ...composed });
}

const textOf = (error: unknown): string => withoutValues(error instanceof Error ? error.message : String(error));
