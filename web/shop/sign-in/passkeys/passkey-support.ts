/** Passkeys need a secure page whose host is not an IP address. */
export function canUsePasskeys(host: string = globalThis.location.hostname): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(host);
}
