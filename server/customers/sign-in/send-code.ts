import type { AnswerOf } from '#contract/calls.ts';
import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';
import { CODE_LIFE_MS } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import { together } from '../../database/handle.ts';
import { nextId } from '../../database/rows.ts';
import { clientKeyOf } from '../../kernel/client-key.ts';
import { fieldErrors, type Result } from '../../kernel/errors.ts';
import { reachableMobile } from '../../kernel/mobile-number.ts';
import type { MessageRow, PurposeHandler } from '../../messaging/purposes.ts';
import { claimNewMessage } from '../../messaging/queue-message.ts';
import { sendClaimedMessage } from '../../messaging/send-claimed-message.ts';
import { hashCode, newCode } from './code-hash.ts';
import { prefixOf, reachesAlarm, secondsToWait, sendLimits } from './code-limits.ts';
import { codeMessage } from './code-message.ts';
import { closeCode, insertCode, lockSends, readSendRoom } from './codes-store.ts';
import { isPerson } from './human-check.ts';

type Answer = AnswerOf<'POST mobiledigital/sendmobilecode'>;
/** `message` is null for a number that is not texted. */
type Claim = { wait: number } | { message: MessageRow | null; code: string };

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
  request: { mobile: string; token: string; address: string },
): Promise<Result<Answer>> {
  if (!(await isPerson(context, { ...request, unavailable: 'refuse' }))) return fieldErrors({ mobile: 'not_a_person' });
  const mobile = reachableMobile(request.mobile);
  if (!mobile) return fieldErrors({ mobile: 'mobile_invalid' });
  const claim = await claimSend(context, { mobile, clientKey: clientKeyOf(request.address) });
  if ('wait' in claim) {
    const error: FieldError = { code: 'wait_before_next_code', parameters: { seconds: claim.wait } };
    return fieldErrors({ mobile: error }, { retryAfter: claim.wait });
  }
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

async function claimSend(
  context: Context,
  { mobile, clientKey }: { mobile: string; clientKey: string },
): Promise<Claim> {
  const code = newCode();
  const codeHash = await hashCode(context, code);
  const requester = { mobile, clientKey, prefix: prefixOf(mobile) };
  const limits = sendLimits(context.settings);
  const claim = await context.database.transaction(async (tx) => {
    const now = context.clock.now();
    const [, room, id] = await together([
      lockSends(tx),
      readSendRoom(tx, { limits, requester, now }),
      nextId(tx, 'sign_in_codes'),
    ]);
    const wait = secondsToWait({ limits, blocking: room.blocking, now });
    if (wait > 0) return { ...room, wait };
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    const texted = isAustralianMobile(mobile) || room.isCustomer;
    const row = { ref: `code-${id}`, channel: 'sms', purpose: 'code', recipient: mobile, signInCodeId: id } as const;
    const [, message] = await together([
      insertCode(tx, { ...requester, id, codeHash, sentAt: now, expiresAt }),
      texted ? claimNewMessage(tx, { ...row, now }) : null,
    ]);
    return { ...room, message };
  });
  warnOfSpend(context, { sendsToday: claim.sendsToday, refused: 'wait' in claim });
  return 'wait' in claim ? { wait: claim.wait } : { message: claim.message, code };
}

function warnOfSpend(context: Context, { sendsToday, refused }: { sendsToday: number; refused: boolean }): void {
  const dailyCap = context.settings.CODE_SENDS_PER_DAY;
  if (refused && sendsToday >= dailyCap) context.log.error({ sendsToday, dailyCap }, 'sign_in_code.daily_cap_reached');
  const sent = sendsToday + 1;
  if (!refused && reachesAlarm({ sendsToday: sent, dailyCap })) {
    context.log.error({ sendsToday: sent, dailyCap }, 'sign_in_code.daily_cap_near');
  }
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
  if (result === 'refused') return 'mobile_unreachable';
  return result === 'not sent' ? 'messages_unavailable' : null;
}
