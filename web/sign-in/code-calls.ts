import { CODE_RESEND_MS } from '#contract/rules/limits.ts';
import { api } from '../api/client.ts';
import { fieldMessages } from '../errors/field-messages.ts';
import { humanToken, prepareHumanToken } from '../human-check/human-check.ts';
import { useSession } from '../session/session.ts';
import type { SignInEvent, SignInFlow } from './sign-in-flow.ts';

const CODE_KEYS = ['code', 'mobile_code'];
const MOBILE_KEYS = ['mobile'];

/** Outlives the popup: whoever closes it to read the message comes back to a code that is on its way. */
let lastSent = { mobile: '', at: 0 };

export function codeOnItsWay(now: number): Pick<SignInFlow, 'mobile' | 'sentTo' | 'resendAt'> | null {
  const { mobile, at } = lastSent;
  return now < at + CODE_RESEND_MS ? { mobile, sentTo: mobile, resendAt: at + CODE_RESEND_MS } : null;
}

/** Has a code sent to the mobile; returns what happens next. Throws an ApiError. */
export async function sendCode(flow: Pick<SignInFlow, 'mobile'>): Promise<SignInEvent> {
  const mobile = flow.mobile.trim();
  const r_token = await humanToken('login');
  const answer = await api('POST mobiledigital/sendmobilecode', { body: { mobile, r_token } });
  prepareHumanToken('login');
  const now = Date.now();
  if (answer.status) {
    lastSent = { mobile, at: now };
    return { type: 'sent', now };
  }
  const errors = fieldMessages(answer, { mobile: MOBILE_KEYS, code: CODE_KEYS });
  const wait = answer.retry_after;
  return { type: 'rejected', errors, ...(wait === undefined ? {} : { resendAt: now + wait * 1_000 }) };
}

/** Trades the code for a jwt, kept in the session, and returns what happens next. Throws an ApiError. */
export async function confirmCode(
  { mobile, expiredJwt }: Pick<SignInFlow, 'mobile' | 'expiredJwt'>,
  code: string,
): Promise<SignInEvent> {
  const sent = { mobile: mobile.trim(), code, expired: expiredJwt !== '', expired_jwt: expiredJwt };
  const body = { ...sent, r_token: await humanToken('login') };
  const answer = await api('POST mobiledigital/confirmmobilecode', { body });
  if (answer.status) {
    lastSent = { mobile: '', at: 0 };
    useSession.setState({ jwt: answer.jwt ?? '' });
    return { type: 'confirmed' };
  }
  prepareHumanToken('login');
  const errors = fieldMessages(answer, { code: CODE_KEYS, mobile: MOBILE_KEYS });
  return { type: 'rejected', errors };
}
