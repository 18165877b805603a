import { request } from '../api/client.ts';

/** Has the server end a session. Where it does not answer, the token runs out by itself within the hour. */
export function revokeToken(token: string): Promise<unknown> | undefined {
  if (token === '') return;
  const { url, init } = request('POST mobiledigital/signout', {}, token);
  return fetch(url, { ...init, keepalive: true }).catch(() => undefined);
}
