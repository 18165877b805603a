import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { api } from '../calls/api.ts';
import type { RejectedFields } from '../errors/save-errors.ts';
import { getHumanToken, prepareHumanToken, solveFreshChallenge } from '../human-check/human-check.ts';

type Sent = { codes?: Record<string, string> | undefined };

/** Retries with a harder proof of work if the server requires it. */
async function sendWithWork<Answer extends Sent>(
  send: (r_token: string) => Promise<Answer>,
  to: Parameters<typeof solveFreshChallenge>[0],
): Promise<Answer> {
  const first = await send(await getHumanToken('login'));
  const isTooLight = Object.values(first.codes ?? {}).includes('not_a_person' satisfies FieldErrorCode);
  const answer = isTooLight ? await send(await solveFreshChallenge(to)) : first;
  prepareHumanToken('login');
  return answer;
}

export function requestTextCode(mobile: string) {
  return sendWithWork((r_token) => api('POST mobiledigital/sendmobilecode', { body: { mobile, r_token } }), { mobile });
}

export function requestEmailCode() {
  return sendWithWork((r_token) => api('POST mobiledigital/sendemailcode', { body: { r_token } }), 'mailbox');
}

/** The response does not reveal whether an account has this email address. */
export function requestRecoveryCode(email: string) {
  return sendWithWork((r_token) => api('POST mobiledigital/sendrecoverycode', { body: { email, r_token } }), 'mailbox');
}

export async function verifyMobileCode(
  mobile: string,
  code: string,
): Promise<{ jwt: string } | { rejection: RejectedFields }> {
  const body = { mobile, code, expired: false, expired_jwt: '', r_token: await getHumanToken('login') };
  const answer = await api('POST mobiledigital/confirmmobilecode', { body });
  prepareHumanToken('login');
  return answer.status ? { jwt: answer.jwt ?? '' } : { rejection: answer };
}
