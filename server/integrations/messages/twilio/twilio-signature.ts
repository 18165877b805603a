import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns base64(HMAC-SHA1(auth token, URL + names and values sorted by name)). A repeated name is signed once per
 * distinct value (twilio.com/docs/usage/security).
 */
export function twilioSignature(authToken: string, request: { url: string; params: URLSearchParams }): string {
  const names = [...new Set(request.params.keys())].sort();
  const text = names
    .flatMap((name) => [...new Set(request.params.getAll(name))].sort().map((value) => `${name}${value}`))
    .join('');
  return createHmac('sha1', authToken).update(`${request.url}${text}`, 'utf8').digest('base64');
}

/** Checks the URL with and without its default port, because Twilio signs either. */
export function isSignedByTwilio(
  authToken: string,
  request: { url: string; params: URLSearchParams; signature: string },
): boolean {
  const received = Buffer.from(request.signature);
  return listUrlForms(request.url).some((url) => {
    const expected = Buffer.from(twilioSignature(authToken, { url, params: request.params }));
    return expected.byteLength === received.byteLength && timingSafeEqual(expected, received);
  });
}

function listUrlForms(url: string): string[] {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocol === 'https:' ? '443' : '80';
  const bare = `${protocol}//${hostname}${port ? `:${port}` : ''}`;
  const other = port ? `${protocol}//${hostname}` : `${protocol}//${hostname}:${usual}`;
  return [url, url.replace(bare, other)];
}
