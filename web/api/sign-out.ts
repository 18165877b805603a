import { clearSession, useSession } from '../state/session.ts';
import { request } from './client.ts';

/**
 * Signs out on this device at once and has the server revoke the token. Where the server does not answer, the token runs
 * out by itself within the hour, so the shopper is not held up (decisions 0b).
 */
export function signOut(): void {
  const { token } = useSession.getState();
  clearSession();
  if (token === '') return;
  const { url, init } = request('POST mobiledigital/signout', {}, token);
  fetch(url, { ...init, keepalive: true }).catch(() => undefined);
}
