import { CODE_LIFE_MS, CODE_RESEND_MS } from '#contract/rules/limits.ts';
import { api } from '../calls/api.ts';
import { fieldMessages } from '../errors/field-messages.ts';
import { humanToken, prepareHumanToken } from '../human-check/human-check.ts';
import { useSession } from '../session/session.ts';
import { formDraft, keepFormDraft } from '../state/form-drafts.ts';
import { isWrongForGood } from './code-rejection.ts';
import { textCode } from './proof-calls.ts';
import type { SignInEvent, SignInFlow } from './sign-in-flow.ts';

const CODE_KEYS = ['code', 'mobile_code'];
const MOBILE_KEYS = ['mobile'];

/** Outlives popup and page load: whoever leaves to read the message comes back to the step that takes its code. */
const SENT = 'code-sent';

type CodeSent = Pick<SignInFlow, 'step' | 'mobile' | 'sentTo' | 'resendAt'>;

/** The last code of this tab, as long as it is valid; null when there is none. */
export function codeOnItsWay(now: number): CodeSent | null {
  const { mobile = '', at = '0' } = formDraft(SENT) ?? {};
  const sentAt = Number(at);
  if (now >= sentAt + CODE_LIFE_MS) return null;
  return { step: 'code', mobile, sentTo: mobile, resendAt: sentAt + CODE_RESEND_MS };
}

/** Has a code sent to the mobile; returns what happens next. Throws an ApiError. */
export async function sendCode(flow: Pick<SignInFlow, 'mobile'>): Promise<SignInEvent> {
  const mobile = flow.mobile.trim();
  const answer = await textCode(mobile);
  const now = Date.now();
  if (answer.status) {
    keepFormDraft(SENT, { mobile, at: String(now) });
    return { type: 'sent', now };
  }
  // Whatever the server names: it is about sending, and both steps show what is said of the mobile.
  const errors = fieldMessages(answer, { mobile: MOBILE_KEYS });
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
    keepFormDraft(SENT, null);
    useSession.setState({ jwt: answer.jwt ?? '' });
    return { type: 'confirmed' };
  }
  prepareHumanToken('login');
  const errors = fieldMessages(answer, { code: CODE_KEYS, mobile: MOBILE_KEYS });
  const rejected = errors.code !== undefined && isWrongForGood(answer) ? { code, error: errors.code } : undefined;
  return { type: 'rejected', errors, ...(rejected ? { rejected } : {}) };
}
