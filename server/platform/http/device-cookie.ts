import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import type { Settings } from '#server/settings.ts';

/** Our web client sends this header if it keeps cookies. Other clients get no cookie. */
const HEADER = 'handsel-browser';
/** The longest cookie lifetime that browsers allow. */
const LIFE_SECONDS = 400 * 86_400;

type Call = { request: FastifyRequest; reply: FastifyReply; settings: Pick<Settings, 'publicUrl'> };

const isHttps = ({ publicUrl }: Call['settings']): boolean => publicUrl.startsWith('https:');
const cookieName = (settings: Call['settings']): string => (isHttps(settings) ? '__Host-device' : 'device');

export function readBrowser({ request, settings }: Pick<Call, 'request' | 'settings'>): string | null {
  const prefix = `${cookieName(settings)}=`;
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
  return /^[\w-]{43}$/.test(value) ? sha256(value) : null;
}

/** Prepares a device cookie if our client has none. Call `give` to send it once the request has succeeded. */
export function prepareBrowser(call: Call): { browser: string | null; give: () => void } {
  const browser = readBrowser(call);
  if (browser !== null || call.request.headers[HEADER] !== '1') return { browser, give: () => undefined };
  const { reply, settings } = call;
  const value = randomBytes(32).toString('base64url');
  const attributes = `Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Strict${isHttps(settings) ? '; Secure' : ''}`;
  return {
    browser: sha256(value),
    give: () => void reply.header('set-cookie', `${cookieName(settings)}=${value}; ${attributes}`),
  };
}
