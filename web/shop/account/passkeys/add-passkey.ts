import { t } from '@lingui/core/macro';
import { startRegistration } from '@simplewebauthn/browser';
import { api } from '../../calls/api.ts';
import { isMadeAlready, passkeyErrorText } from '../../sign-in/passkeys/passkey-errors.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { showToast } from '../../state/toasts.ts';
import { updateCachedPasskeys } from './passkeys-query.ts';

/** Returns why the passkey could not be added, or ''. Throws an ApiError. */
export async function addPasskey(): Promise<string> {
  try {
    const { options } = await withCode(() => api('POST mobiledigital/newpasskey', {}));
    const credential = await startRegistration({ optionsJSON: options });
    const { passkey } = await withCode(() => api('POST mobiledigital/addpasskey', { body: { credential } }));
    await updateCachedPasskeys((passkeys) => [passkey, ...passkeys]);
    showToast(t`Passkey added`);
    return '';
  } catch (error) {
    const notMade = isMadeAlready(error)
      ? t`This device has a passkey of yours already.`
      : t`No passkey was added. You can try again at any time.`;
    return passkeyErrorText(error, notMade);
  }
}
