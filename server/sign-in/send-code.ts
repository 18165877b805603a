import type { AnswerOf } from '#contract/calls.ts';
import { CODE_LIFE_MS } from '#contract/rules/limits.ts';
import { isAustralianMobile, MOBILE_MESSAGE } from '#contract/rules/mobile.ts';
import type { Context } from '../context.ts';
import { withoutValues } from '../http/request-log.ts';
import { isOutsideFault } from '../outside/service/port.ts';
import { hashCode, newCode } from './code-hash.ts';
import { prefixOf, reachesAlarm, secondsToWait, sendLimits } from './code-limits.ts';
import { codeMessage } from './code-message.ts';
import { claimMessage, insertCode, lockSends, readSendRoom, recordMessage } from './codes-store.ts';
import { isPerson, NOT_A_PERSON } from './human.ts';
import { reachableMobile } from './mobile-number.ts';
import { senderOf } from './sender.ts';

type Answer = AnswerOf<'POST mobiledigital/sendmobilecode'>;
type Claim = { wait: number } | { ref: string; mobile: string; code: string; isMember: boolean };

const CANNOT_SEND = 'We could not send a text to this mobile. Please check it and try again.';
const CANNOT_SEND_NOW = 'We cannot send texts right now. Please try again in a minute.';

/**
 * Sends a one-time code: human check -> limits -> claim -> commit -> send -> record. A known and an unknown mobile get
 * the same answer on the same path; numbers from abroad are texted only when they belong to a member (OQ-039).
 */
export async function sendMobileCode(
  context: Context,
  request: { mobile: string; token: string; address: string },
): Promise<Answer> {
  if (!(await isPerson(context, { ...request, unavailable: 'refuse' }))) return refused(NOT_A_PERSON);
  const mobile = reachableMobile(request.mobile);
  if (!mobile) return refused(MOBILE_MESSAGE);
  const claim = await claimSend(context, { mobile, sender: senderOf(request.address) });
  if ('wait' in claim) {
    const seconds = claim.wait === 1 ? '1 second' : `${claim.wait} seconds`;
    return { ...refused(`Please wait ${seconds} before asking for another code.`), retry_after: claim.wait };
  }
  if (isAustralianMobile(mobile)) {
    const refusal = await handOver(context, claim);
    return refusal === null ? { status: true } : refused(refusal);
  }
  // Not awaited: the time the carrier takes would tell a member from a stranger.
  if (claim.isMember) void handOver(context, claim);
  return { status: true };
}

async function claimSend(context: Context, { mobile, sender }: { mobile: string; sender: string }): Promise<Claim> {
  const code = newCode();
  const codeHash = await hashCode(context, code);
  const who = { mobile, sender, prefix: prefixOf(mobile) };
  const limits = sendLimits(context.settings);
  const claim = await context.database.transaction(async (tx) => {
    await lockSends(tx);
    const now = context.clock.now();
    const room = await readSendRoom(tx, { limits, sender: who, now });
    const wait = secondsToWait({ limits, blocking: room.blocking, now });
    if (wait > 0) return { ...room, wait };
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    const id = await insertCode(tx, { ...who, codeHash, sentAt: now, expiresAt });
    const ref = `code-${id}`;
    if (isAustralianMobile(mobile) || room.isMember) await claimMessage(tx, { ref, recipient: mobile, now });
    return { ...room, ref };
  });
  warnOfSpend(context, { sendsToday: claim.sendsToday, refused: 'wait' in claim });
  return 'wait' in claim ? { wait: claim.wait } : { ref: claim.ref, mobile, code, isMember: claim.isMember };
}

function warnOfSpend(context: Context, { sendsToday, refused }: { sendsToday: number; refused: boolean }): void {
  const dailyCap = context.settings.CODE_SENDS_PER_DAY;
  if (refused && sendsToday >= dailyCap)
    context.log.error({ sendsToday, dailyCap }, 'codes are refused: the daily cap is reached');
  const sent = sendsToday + 1;
  if (!refused && reachesAlarm({ sendsToday: sent, dailyCap })) {
    context.log.error({ sendsToday: sent, dailyCap }, 'code sending has reached 80 % of the daily cap');
  }
}

/**
 * Null, or what the shopper is told when no code can arrive: the carrier will not take it, or was surely not reached. No answer from it
 * counts as sent: the text may well arrive.
 */
async function handOver(
  context: Context,
  { ref, mobile, code }: { ref: string; mobile: string; code: string },
): Promise<string | null> {
  const text = codeMessage({ code, publicUrl: context.settings.publicUrl });
  const { messages } = context.outside;
  const record = (message: Omit<Parameters<typeof recordMessage>[1], 'ref' | 'now'>) =>
    recordMessage(context.database.orm, { ref, now: context.clock.now(), ...message });
  try {
    const handed = await messages.send({ ref, to: mobile, kind: 'sms', text, purpose: 'code' });
    if (handed.state === 'refused') {
      context.log.warn({ ref, reason: handed.reason }, 'the carrier refused a code');
      await record({ state: 'failed', error: handed.reason, problem: handed.problem ?? 'carrier' });
      return CANNOT_SEND;
    }
    await record({ state: handed.state, providerId: handed.providerId });
  } catch (error) {
    const reason = withoutValues((error as Error).message);
    const surelyNot = isOutsideFault(error) && !error.carriedOut;
    context.log.error({ ref, reason }, surelyNot ? 'a code was not sent' : 'it is unknown whether a code was sent');
    const failed = { state: 'failed', error: reason, problem: 'carrier' } as const;
    await record(surelyNot ? failed : { state: 'unknown', error: reason }).catch((err) =>
      context.log.error({ err, ref }, 'not recorded'),
    );
    return surelyNot ? CANNOT_SEND_NOW : null;
  }
  return null;
}

function refused(message: string): Answer {
  return { status: false, input_validation: { mobile: message } };
}
