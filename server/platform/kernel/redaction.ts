import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { buildPathPattern, buildPrefixPattern, listCallNames } from './call-addresses.ts';

const secretPaths = listCallNames(({ secret }) => secret === 'path');
const secretQueries = listCallNames(({ secret }) => secret === 'query');

/** Matches paths whose next segment is a secret. */
const SECRET_SEGMENT = new RegExp(
  String.raw`^(\/(?:card|autologin|picture-messages|hooks\/messages\/clicksend|v1\/devices)\/|${buildPrefixPattern(secretPaths)})[^/?#]+`,
  'i',
);
const SECRET_NAME = /^(?:secret|jwt|token|pin)$/i;

/** Calls whose query may contain a home address. */
const SECRET_QUERY = new RegExp(String.raw`^${buildPathPattern(secretQueries)}\/?$`, 'i');

/** Redacts a path, so that readers of the log cannot open gift cards (ASVS 16.2.5) or learn home addresses. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const readable = normalizePath(url);
  const shownPath = SECRET_SEGMENT.test(readable) ? readable.replace(SECRET_SEGMENT, '$1[hidden]') : path;
  if (rest.length === 0) return shownPath;
  const query = SECRET_QUERY.test(readable) ? '[hidden]' : rest.join('?').split('&').map(redactQueryField).join('&');
  return `${shownPath}?${query}`;
}

function redactQueryField(field: string): string {
  const [name = '', ...value] = field.split('=');
  return value.length > 0 && SECRET_NAME.test(decodeEscapes(name)) ? `${decodeEscapes(name)}=[hidden]` : field;
}

/**
 * Returns the path as routers read it: drops host and query, resolves dot segments and decodes percent-encoded ASCII.
 * Keeps %2F, %3F and %23, because these are not separators.
 */
export function normalizePath(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/);
  return decodeEscapes(URL.parse(`http://host${path}`)?.pathname ?? path);
}

const decodeEscapes = (text: string): string =>
  text.replace(/%(?!2f|3f|23)([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Omits the request's headers, which may contain tokens. */
export function requestForLog(
  request: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'> & { originalUrl?: string },
): Record<string, unknown> {
  const { method, url, originalUrl = url, host, ip } = request;
  return { method, url: redactUrl(originalUrl), host, remoteAddress: ip };
}

/**
 * Matches the values that the database layer appends to errors of failed statements, such as codes, card links or
 * names.
 */
const STATEMENT_VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;
const WITH_VALUES = ['params', 'parameters', 'detail', 'where', 'internalQuery'];

export function stripStatementValues(words: string): string {
  return words.replace(STATEMENT_VALUES, '');
}

export function errorForLog(error: Error): Record<string, unknown> {
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  const safe = Object.entries(rest).filter(([name]) => !WITH_VALUES.includes(name));
  return { ...Object.fromEntries(safe), message: stripStatementValues(message), stack: stripStatementValues(stack) };
}
