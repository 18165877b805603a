import type { FieldErrorCode } from '#contract/rules/field-errors.ts';
import { api } from '../api/client.ts';
import { messagesOf, saveErrorsText } from '../errors/save-errors.ts';
import { humanToken, humanTokenFor, prepareHumanToken } from '../human-check/human-check.ts';

/** Has a code sent to a number. */
export async function textCode(mobile: string) {
  const send = (r_token: string) => api('POST mobiledigital/sendmobilecode', { body: { mobile, r_token } });
  const first = await send(await humanToken('login'));
  const isTooLight = first.codes?.mobile === ('not_a_person' satisfies FieldErrorCode);
  const answer = isTooLight ? await send(await humanTokenFor(mobile)) : first;
  prepareHumanToken('login');
  return answer;
}

/** Has a code mailed to the address of the account. */
export async function mailCode() {
  const answer = await api('POST mobiledigital/sendemailcode', { body: { r_token: await humanToken('login') } });
  prepareHumanToken('login');
  return answer;
}

/** Has a code mailed to an address, if an account has it; nothing shows whether one does. */
export async function mailRecoveryCode(email: string) {
  const answer = await api('POST mobiledigital/sendrecoverycode', {
    body: { email, r_token: await humanToken('login') },
  });
  prepareHumanToken('login');
  return answer;
}

/** The proof of a number, or what is wrong with the code. */
export async function proofOf(mobile: string, code: string): Promise<{ jwt: string } | { error: string }> {
  const body = { mobile, code, expired: false, expired_jwt: '', r_token: await humanToken('login') };
  const answer = await api('POST mobiledigital/confirmmobilecode', { body });
  prepareHumanToken('login');
  return answer.status ? { jwt: answer.jwt ?? '' } : { error: saveErrorsText(messagesOf(answer)) };
}
