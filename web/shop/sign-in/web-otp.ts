import { useEffect, useRef } from 'react';

type OneTimeCode = Credential & { code: string };

/**
 * Where the browser can read the code from the text message (WebOTP), hands it over; the request ends when the step is left.
 * Elsewhere autocomplete="one-time-code" does the same with one tap.
 */
export function useCodeFromMessage(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);

  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return;
    const leaving = new AbortController();
    const wanted = { otp: { transport: ['sms'] }, signal: leaving.signal } as CredentialRequestOptions;
    navigator.credentials.get(wanted).then(
      (found) => found && latest.current((found as OneTimeCode).code),
      // Left, refused or not possible: the shopper types the code.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
}
