import { api } from '../api/client.ts';
import { messagesOf, saveErrorsText } from '../errors/save-errors.ts';
import { humanToken, prepareHumanToken } from '../human-check/human-check.ts';

/** Has a code sent to a number. */
export async function textCode(mobile: string) {
  const answer = await api('POST mobiledigital/sendmobilecode', {
    body: { mobile, r_token: await humanToken('login') },
  });
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
