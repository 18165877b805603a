import { request } from '../calls/api.ts';

/** If revoking fails, the token expires within the hour. `keepLinks`: personal links that were opened stay valid. */
export function revokeToken(
  token: string,
  { keepLinks = false }: { keepLinks?: boolean } = {},
): Promise<unknown> | undefined {
  if (token === '') return;
  const { url, init } = request('POST mobiledigital/signout', { body: { keep_links: keepLinks } }, token);
  return fetch(url, { ...init, keepalive: true }).catch(() => undefined);
}
