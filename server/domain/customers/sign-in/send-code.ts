import type { AnswerOf } from '#contract/calls.ts';
import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';
import type { Context } from '#server/context.ts';
import { fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import type { Composed, MessageRow, PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { sendClaimedMessage } from '#server/platform/messaging/send-claimed-message.ts';
import { isKnownDevice } from '../devices/known-devices-store.ts';
import { claimCode, createRequester } from './claim-code.ts';
import { formatCodeMessage } from './code-message.ts';
import { closeCode } from './codes-store.ts';
import { passesHumanCheck } from './human-check.ts';

type Answer = AnswerOf<'POST mobiledigital/sendmobilecode'>;

/**
 * Code texts are not stored, so they are never retried. A failed text closes its code. Foreign and email codes stay
 * open, because responses to guesses would otherwise reveal customers.
 */
export const codeMessages: PurposeHandler = {
  retriedBy: 'nobody',
  async onSettled(_context, tx, { message: { state, recipient, signInCodeId }, now }) {
    if (state !== 'failed' || signInCodeId === null || !isAustralianMobile(recipient)) return;
    await closeCode(tx, { id: signInCodeId, now });
  },
};

/** Known and unknown numbers get the same response. Foreign numbers get a text only if a customer has them. */
export async function sendMobileCode(
  context: Context,
  { token, address, browser, ...typed }: { mobile: string; token: string; address: string; browser: string | null },
): Promise<Result<Answer>> {
  if (!(await passesHumanCheck(context, { token, address, unavailable: 'refuse' })))
    return fieldErrors({ mobile: 'not_a_person' });
  const mobile = toReachableMobile(typed.mobile);
  if (!mobile) return fieldErrors({ mobile: 'mobile_invalid' });
  const now = context.clock.now();
  const knownDevice = browser !== null && (await isKnownDevice(context.database.orm, { mobile, browser, now }));
  const requester = createRequester(address, { channel: 'sms', recipient: mobile, browser, knownDevice });
  const claim = await claimCode(context, { requester, token, reaches: isAustralianMobile(mobile) });
  if ('wait' in claim) {
    const error: FieldError = { code: 'wait_before_next_code', parameters: { seconds: claim.wait } };
    return fieldErrors({ mobile: error }, { retryAfter: claim.wait });
  }
  // The client then requests a harder proof-of-work challenge and retries.
  if ('tooLight' in claim) return fieldErrors({ mobile: 'not_a_person' });
  if (!claim.message) return { status: true };
  const { message, code } = claim;
  if (isAustralianMobile(mobile)) {
    const error = await sendText(context, { message, code });
    return error === null ? { status: true } : fieldErrors({ mobile: error });
  }
  // Not awaited, because the response time would reveal whether a customer has the number.
  void sendText(context, { message, code });
  return { status: true };
}

async function sendText(
  context: Context,
  { message, code }: { message: MessageRow; code: string },
): Promise<'mobile_unreachable' | 'messages_unavailable' | null> {
  const text = formatCodeMessage(code, context.settings);
  const result = await sendCode(context, { message, composed: { text } });
  if (result === 'refused') return 'mobile_unreachable';
  return result === 'not sent' ? 'messages_unavailable' : null;
}

/** A timeout counts as sent, because the message may still arrive. */
export async function sendCode(
  context: Context,
  { message, composed }: { message: MessageRow; composed: Composed },
): Promise<'sent' | 'refused' | 'not sent'> {
  const handler = { ...codeMessages, compose: async () => composed };
  const { result } = await sendClaimedMessage(context, { message, handler, attempt: 'only' });
  const unsent = result === 'refused' || result === 'not sent';
  context.metrics.count('handsel_sign_in_codes_total', { outcome: unsent ? 'unsent' : 'sent' });
  return unsent ? result : 'sent';
}
