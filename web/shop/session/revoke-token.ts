import { request } from '../calls/api.ts';

/**
 * Has the server end a session. Where it does not answer, the token runs out by itself within the hour. `keepLinks`:
 * another session follows, and personal links that were opened go on working.
 */
export function revokeToken(
  token: string,
  { keepLinks = false }: { keepLinks?: boolean } = {},
): Promise<unknown> | undefined {
  if (token === '') return;
  const { url, init } = request('POST mobiledigital/signout', { body: { keep_links: keepLinks } }, token);
  return fetch(url, { ...init, keepalive: true }).catch(() => undefined);
}
