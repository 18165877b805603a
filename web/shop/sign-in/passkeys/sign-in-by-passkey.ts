import { t } from '@lingui/core/macro';
import { startAuthentication } from '@simplewebauthn/browser';
import type { AuthAnswer } from '#contract/sign-in.ts';
import { api } from '../../calls/api.ts';
import { passkeyErrorText } from './passkey-errors.ts';

/** Returns the server's response, or an error text if the passkey failed. Throws other ApiErrors. */
export async function signInByPasskey(): Promise<AuthAnswer | string> {
  try {
    const { options } = await api('POST mobiledigital/passkeychallenge', {});
    const credential = await startAuthentication({ optionsJSON: options });
    return await api('POST mobiledigital/passkeysignin', { body: { credential } });
  } catch (error) {
    return passkeyErrorText(error, t`No passkey was used. A code signs you in as well.`);
  }
}
