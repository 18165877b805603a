import { request } from '../api/client.ts';
import { clearSession, useSession } from './session.ts';

/**
 * Signs out on this device at once and has the server revoke the token. Where the server does not answer, the token
 * runs out by itself within the hour, so the customer is not held up.
 */
export function signOut(): void {
  const { token } = useSession.getState();
  clearSession();
  if (token === '') return;
  const { url, init } = request('POST mobiledigital/signout', {}, token);
  fetch(url, { ...init, keepalive: true }).catch(() => undefined);
}
