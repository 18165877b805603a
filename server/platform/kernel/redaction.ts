import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { addressesOf, namesOf, prefixesOf } from './call-addresses.ts';

const secretPaths = namesOf(({ secret }) => secret === 'path');
const secretQueries = namesOf(({ secret }) => secret === 'query');

/**
 * Addresses whose next segment is a secret: card links, sign-in links, picture messages, ClickSend's callbacks, devices
 * with a pass, and calls that say so.
 */
const SECRET_SEGMENT = new RegExp(
  String.raw`^(\/(?:card|autologin|picture-messages|hooks\/messages\/clicksend|v1\/devices)\/|${prefixesOf(secretPaths)})[^/?#]+`,
  'i',
);
const SECRET_NAME = /^(?:secret|jwt|token|pin)$/i;

/** Calls with what somebody types while an address is looked for: the street and number where they live. */
const SECRET_QUERY = new RegExp(String.raw`^${addressesOf(secretQueries)}\/?$`, 'i');

/**
 * A path as the log may hold it: who reads the log must not be able to open a gift card (ASVS 16.2.5), nor learn where
 * somebody lives.
 */
export function withoutSecrets(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const readable = readablePath(url);
  const shown = SECRET_SEGMENT.test(readable) ? readable.replace(SECRET_SEGMENT, '$1[hidden]') : path;
  if (rest.length === 0) return shown;
  const query = SECRET_QUERY.test(readable) ? '[hidden]' : rest.join('?').split('&').map(withoutValue).join('&');
  return `${shown}?${query}`;
}

function withoutValue(field: string): string {
  const [name = '', ...value] = field.split('=');
  return value.length > 0 && SECRET_NAME.test(decoded(name)) ? `${decoded(name)}=[hidden]` : field;
}

/**
 * The path of a request as the routers read it, who take other spellings for the same: without host, dots and escapes.
 * Its letters may be large or small. An escaped slash stays, for it parts nothing.
 */
export function readablePath(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/);
  return decoded(URL.parse(`http://host${path}`)?.pathname ?? path);
}

const decoded = (text: string): string =>
  text.replace(/%(?!2f|3f|23)([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** What the log says of a request; the headers are not among it. */
export function requestForLog(
  request: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'> & { originalUrl?: string },
): Record<string, unknown> {
  const { method, url, originalUrl = url, host, ip } = request;
  return { method, url: withoutSecrets(originalUrl), host, remoteAddress: ip };
}

/** Where the database's layer puts the values of a failed statement into its message: codes, card links, names. */
const STATEMENT_VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;
const WITH_VALUES = ['params', 'parameters', 'detail', 'where', 'internalQuery'];

/** An error's words without the values of the statement that failed. */
export function withoutValues(words: string): string {
  return words.replace(STATEMENT_VALUES, '');
}

/** What the log says of an error. */
export function errorForLog(error: Error): Record<string, unknown> {
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  const safe = Object.entries(rest).filter(([name]) => !WITH_VALUES.includes(name));
  return { ...Object.fromEntries(safe), message: withoutValues(message), stack: withoutValues(stack) };
}
