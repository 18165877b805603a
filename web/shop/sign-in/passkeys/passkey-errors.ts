import { WebAuthnError } from '@simplewebauthn/browser';
import { isApiError } from '#web/shared/api/api-error.ts';
import { errorText } from '../../errors/error-text.ts';

/** Returns `notUsed` if the browser used or created no passkey. Rethrows errors that need a popup. */
export function passkeyErrorText(error: unknown, notUsed: string): string {
  if (error instanceof WebAuthnError || error instanceof DOMException) return notUsed;
  if (isApiError(error) && error.code.startsWith('passkey')) return errorText(error);
  throw error;
}

export const isMadeAlready = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
