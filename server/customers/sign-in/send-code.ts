import type { AnswerOf } from '#contract/calls.ts';
import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';
import { CODE_LIFE_MS } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import { together } from '../../database/handle.ts';
import { nextId } from '../../database/rows.ts';
import { clientKeyOf, networkOf } from '../../kernel/client-key.ts';
import { fieldErrors, type Result } from '../../kernel/errors.ts';
import { reachableMobile } from '../../kernel/mobile-number.ts';
import { logSecurity } from '../../kernel/telemetry/security-events.ts';
import type { MessageRow, PurposeHandler } from '../../messaging/purposes.ts';
import { claimNewMessage } from '../../messaging/queue-message.ts';
import { sendClaimedMessage } from '../../messaging/send-claimed-message.ts';
import { isKnownDevice } from '../devices/known-devices-store.ts';
import { hashCode, newCode } from './code-hash.ts';
import { knownDeviceLimits, prefixOf, secondsToWait, strangerLimits, triesOf, workNeeded } from './code-limits.ts';
import { codeMessage } from './code-message.ts';
import { closeCode, insertCode, lockSends, type Requester, readSendRoom } from './codes-store.ts';
import { isPerson, workOf } from './human-check.ts';
import { logFullDay, warnOfSpend } from './spend-notice.ts';

type Answer = AnswerOf<'POST mobiledigital/sendmobilecode'>;
/** `message` is null for a number that is not texted. */
type Claim = { wait: number } | { tooLight: true } | { message: MessageRow | null; code: string };

/**
 * Messages of codes: their text is kept nowhere, so nobody sends them again. A code that did not arrive is closed; one
 * to a number from abroad stays, because the answer to a guess would tell a customer from a stranger.
 */
export const codeMessages: PurposeHandler = {
  retriedBy: 'nobody',
  async onSettled(_context, tx, { message: { state, recipient, signInCodeId }, now }) {
    if (state !== 'failed' || signInCodeId === null || !isAustralianMobile(recipient)) return;
    await closeCode(tx, { id: signInCodeId, now });
  },
};

/**
 * Sends a one-time code: human check -> limits -> claim -> commit -> send -> record. A known and an unknown mobile get
 * the same answer on the same path; numbers from abroad are texted only when they belong to a customer.
 */
export async function sendMobileCode(
  context: Context,
  request: { mobile: string; token: string; address: string; browser: string | null },
): Promise<Result<Answer>> {
  if (!(await isPerson(context, { ...request, unavailable: 'refuse' }))) return fieldErrors({ mobile: 'not_a_person' });
  const mobile = reachableMobile(request.mobile);
  if (!mobile) return fieldErrors({ mobile: 'mobile_invalid' });
  const requester = await requesterOf(context, { ...request, mobile });
  const claim = await claimSend(context, { requester, work: workOf(context, request.token) });
  if ('wait' in claim) {
    context.metrics.count('handsel_sign_in_codes_total', { outcome: 'limited' });
    logSecurity(context.log, 'sign_in.code_limit', { by: 'text', retryAfter: claim.wait });
    const error: FieldError = { code: 'wait_before_next_code', parameters: { seconds: claim.wait } };
    return fieldErrors({ mobile: error }, { retryAfter: claim.wait });
  }
  // Our client asks for a challenge for this mobile then, and sends again.
  if ('tooLight' in claim) return fieldErrors({ mobile: 'not_a_person' });
  if (!claim.message) return { status: true };
  const { message, code } = claim;
  if (isAustralianMobile(mobile)) {
    const error = await sendText(context, { message, code });
    return error === null ? { status: true } : fieldErrors({ mobile: error });
  }
  // Not awaited: the time the carrier takes would tell a customer from a stranger.
  void sendText(context, { message, code });
  return { status: true };
}

async function requesterOf(
  { database, clock }: Context,
  { mobile, browser, address }: { mobile: string; browser: string | null; address: string },
): Promise<Requester> {
  const clientKey = clientKeyOf(address);
  const now = clock.now();
  const knownDevice = browser !== null && (await isKnownDevice(database.orm, { mobile, browser, now }));
  return { mobile, browser, knownDevice, clientKey, networkKey: networkOf(clientKey), prefix: prefixOf(mobile) };
}

async function claimSend(
  context: Context,
  { requester, work }: { requester: Requester; work: number },
): Promise<Claim> {
  const { settings } = context;
  const { mobile, knownDevice: known } = requester;
  const code = newCode();
  const codeHash = await hashCode(context, code);
  const limits = known ? knownDeviceLimits(settings) : strangerLimits(settings);
  return context.database.transaction(async (tx): Promise<Claim> => {
    const now = context.clock.now();
    const [, room, id] = await together([
      lockSends(tx),
      readSendRoom(tx, { limits, requester, now }),
      nextId(tx, 'sign_in_codes'),
    ]);
    const { spend, isCustomer, paused } = room;
    const wait = secondsToWait({ limits, blocking: room.blocking, now });
    if (wait > 0) {
      logFullDay(context, { spend, requester });
      return { wait };
    }
    if (!known && work < workNeeded(spend, settings)) return { tooLight: true };
    await warnOfSpend(context, tx, { spend, requester, now });
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    const texted = isAustralianMobile(mobile) || isCustomer;
    const row = { ref: `code-${id}`, channel: 'sms', purpose: 'code', recipient: mobile, signInCodeId: id } as const;
    const mostTries = triesOf({ known, paused });
    const [, message] = await together([
      insertCode(tx, { ...requester, id, codeHash, mostTries, sentAt: now, expiresAt }),
      texted ? claimNewMessage(tx, { ...row, now }) : null,
    ]);
    return { message, code };
  });
}

/**
 * Null, or why no code can arrive: the carrier will not take it, or was surely not reached. No answer from it
 * counts as sent: the text may well arrive.
 */
async function sendText(
  context: Context,
  { message, code }: { message: MessageRow; code: string },
): Promise<'mobile_unreachable' | 'messages_unavailable' | null> {
  const text = codeMessage({ code, publicUrl: context.settings.publicUrl });
  const handler = { ...codeMessages, compose: async () => ({ text }) };
  const { result } = await sendClaimedMessage(context, { message, handler, attempt: 'only' });
  const unsent = result === 'refused' || result === 'not sent';
  context.metrics.count('handsel_sign_in_codes_total', { outcome: unsent ? 'unsent' : 'sent' });
  if (result === 'refused') return 'mobile_unreachable';
  return result === 'not sent' ? 'messages_unavailable' : null;
}
