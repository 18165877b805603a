import { t } from '@lingui/core/macro';
import { startRegistration } from '@simplewebauthn/browser';
import type { ErrorCode } from '#contract/errors.ts';
import { isApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { isMadeAlready, passkeyErrorText } from '../../sign-in/passkeys/passkey-errors.ts';
import { askForCode } from '../../state/popups.ts';
import { showToast } from '../../state/toasts.ts';
import { keepPasskeys } from './passkeys-query.ts';

/** Has the browser make a passkey; returns why there is none, '' when there is. Throws an ApiError. */
export async function addPasskey(mobile: string): Promise<string> {
  try {
    const { options } = await begin(mobile);
    const credential = await startRegistration({ optionsJSON: options });
    const { passkey } = await api('POST mobiledigital/addpasskey', { body: { credential } });
    await keepPasskeys((passkeys) => [passkey, ...passkeys]);
    showToast(t`Passkey added`);
    return '';
  } catch (error) {
    const notMade = isMadeAlready(error)
      ? t`This device has a passkey of yours already.`
      : t`No passkey was made. You can try again at any time.`;
    return passkeyErrorText(error, notMade);
  }
}

/** Who came by a link confirms a code first, once on this device. */
async function begin(mobile: string) {
  const ask = () => api('POST mobiledigital/newpasskey', {});
  try {
    return await ask();
  } catch (error) {
    const needsCode = isApiError(error) && error.code === ('passkey_code_required' satisfies ErrorCode);
    if (needsCode && (await askForCode(mobile))) return ask();
    throw error;
  }
}
