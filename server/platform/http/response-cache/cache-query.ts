import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LEAD_SENT } from '#contract/rules/customer/lead.ts';
import { resolvePageLanguage } from '#contract/rules/languages.ts';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import { listFields } from '#contract/shapes/listing.ts';
import { REQUEST_NAMES } from '../request-ids.ts';
import type { CacheQuery } from './response-cache.ts';

const CALL = /^\/rest\/[^/?]+\/V1\/([^?]+?)\/?(?:\?|$)/;

type Parts = { isCached: (call: string) => boolean; pages: boolean };

/** Rejects `..` and backslashes, which may resolve to another URL. */
function isPlain(url: string): boolean {
  const resolved = URL.parse(url, 'http://inside');
  return resolved !== null && resolved.pathname + resolved.search === url;
}

/** Drops query fields that pages do not read, because mailings and ads add them with a different value per visitor. */
const READ = new Set([...Object.keys(listFields), 'q', LEAD_SENT.name]);

function dropUnreadFields(url: string): string {
  const [path = '', ...query] = url.split('?');
  const read = query
    .join('?')
    .split('&')
    .filter((part) => READ.has(part.split('=', 1)[0] ?? ''))
    .join('&');
  return read === '' ? path : `${path}?${read}`;
}

const WORDS_OF_A_PROXY = ['x-forwarded-for', ...REQUEST_NAMES];

export const parseCallPath = (url: string): string => CALL.exec(url)?.[1] ?? '';

function readProxyHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const proxyHeaders: Record<string, string> = {};
  for (const name of WORDS_OF_A_PROXY) {
    const value = headers[name];
    if (typeof value === 'string') proxyHeaders[name] = value;
  }
  return proxyHeaders;
}

export function buildCacheQuery(
  { method, url = '', headers, socket }: IncomingMessage,
  { isCached, pages }: Parts,
): CacheQuery | null {
  if ((method !== 'GET' && method !== 'HEAD') || !isPlain(url)) return null;
  const sender = { sender: socket.remoteAddress ?? '', headers: readProxyHeaders(headers) };
  if (url.startsWith('/rest/')) return isCached(parseCallPath(url)) ? { key: url, url, ...sender } : null;
  if (!pages || !isPublicPage(url.split('?', 1)[0] ?? '')) return null;
  const language = resolvePageLanguage({ cookie: headers.cookie, accepted: headers['accept-language'] });
  const read = dropUnreadFields(url);
  return {
    key: `${language} ${read}`,
    url: read,
    ...sender,
    headers: { ...sender.headers, cookie: `language=${language}` },
    varyBy: ['cookie', 'accept-language'],
  };
}
