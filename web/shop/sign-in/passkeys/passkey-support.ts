/** Browsers take a passkey on a secure page whose host has a name. */
export function canUsePasskeys(host: string = globalThis.location.hostname): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(host);
}
