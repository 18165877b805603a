import { WebAuthnError } from '@simplewebauthn/browser';
import { isApiError } from '#web/shared/api/api-error.ts';
import { errorText } from '../../errors/error-text.ts';

/**
 * What is said where a passkey was asked for: `notUsed` when the browser used or made none, whatever its reason, else
 * the words of the server. Throws what is said in a popup.
 */
export function passkeyErrorText(error: unknown, notUsed: string): string {
  if (error instanceof WebAuthnError || error instanceof DOMException) return notUsed;
  if (isApiError(error) && error.code.startsWith('passkey')) return errorText(error);
  throw error;
}

/** The browser's device has a passkey of the account already. */
export const isMadeAlready = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
