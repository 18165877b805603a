import { CODE_LIFE_MS, CODE_RESEND_MS } from '#contract/rules/limits.ts';
import { api } from '../calls/api.ts';
import { fieldMessages } from '../errors/field-messages.ts';
import { getHumanToken, prepareHumanToken } from '../human-check/human-check.ts';
import { useSession } from '../session/session.ts';
import { readFormDraft, saveFormDraft } from '../state/form-drafts.ts';
import { isWrongForGood } from './code-rejection.ts';
import { requestTextCode } from './proof-calls.ts';
import type { SignInEvent, SignInFlow } from './sign-in-flow.ts';

const CODE_KEYS = ['code', 'mobile_code'];
const MOBILE_KEYS = ['mobile'];

/** The sent code is stored across reloads, so that customers return to the code step after reading the message. */
const SENT = 'code-sent';

type CodeSent = Pick<SignInFlow, 'step' | 'mobile' | 'sentTo' | 'resendAt'>;

export function readSentCode(now: number): CodeSent | null {
  const { mobile = '', at = '0' } = readFormDraft(SENT) ?? {};
  const sentAt = Number(at);
  if (now >= sentAt + CODE_LIFE_MS) return null;
  return { step: 'code', mobile, sentTo: mobile, resendAt: sentAt + CODE_RESEND_MS };
}

export async function sendCode(flow: Pick<SignInFlow, 'mobile'>): Promise<SignInEvent> {
  const mobile = flow.mobile.trim();
  const answer = await requestTextCode(mobile);
  const now = Date.now();
  if (answer.status) {
    saveFormDraft(SENT, { mobile, at: String(now) });
    return { type: 'sent', now };
  }
  const errors = fieldMessages(answer, { mobile: MOBILE_KEYS });
  const wait = answer.retry_after;
  return { type: 'rejected', errors, ...(wait === undefined ? {} : { resendAt: now + wait * 1_000 }) };
}

/** Stores the JWT in the session. Throws an ApiError. */
export async function confirmCode(
  { mobile, expiredJwt }: Pick<SignInFlow, 'mobile' | 'expiredJwt'>,
  code: string,
): Promise<SignInEvent> {
  const fields = { mobile: mobile.trim(), code, expired: expiredJwt !== '', expired_jwt: expiredJwt };
  const body = { ...fields, r_token: await getHumanToken('login') };
  const answer = await api('POST mobiledigital/confirmmobilecode', { body });
  if (answer.status) {
    saveFormDraft(SENT, null);
    useSession.setState({ jwt: answer.jwt ?? '' });
    return { type: 'confirmed' };
  }
  prepareHumanToken('login');
  const errors = fieldMessages(answer, { code: CODE_KEYS, mobile: MOBILE_KEYS });
  const rejected = errors.code !== undefined && isWrongForGood(answer) ? { code, error: errors.code } : undefined;
  return { type: 'rejected', errors, ...(rejected ? { rejected } : {}) };
}
