import type { CallName } from '#contract/calls.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';
import { keyOf, noteAnswered, noteLost } from '../state/lost-answers.ts';
import { clearSession, endOverdueSession, useSession } from '../state/session.ts';
import { isRecord } from '../state/storage.ts';
import type { Answer, Given, PublicCall } from './answers.ts';
import { apiError, fillMessage, isApiError } from './api-error.ts';
import { leaveForSignIn } from './session-expired.ts';

export type ApiOptions = {
  /** The in-process fetch of the load context; in the browser the browser's own. */
  fetch?: typeof fetch;
  signal?: AbortSignal;
};

/** Calls that go out without the bearer token (OQ-007). The type makes the contract and this list agree. */
const PUBLIC: Record<PublicCall, true> = {
  'POST mobiledigital/auth': true,
  'POST mobiledigital/sendmobilecode': true,
  'POST mobiledigital/confirmmobilecode': true,
  'POST mobiledigital/createAccount': true,
  'POST customers/isEmailAvailable': true,
  'GET mobiledigital/browseProducts': true,
  'GET mobiledigital/categoryProducts': true,
  'GET mobiledigital/categories': true,
  'GET mobiledigital/search': true,
  'GET mobiledigital/suggest': true,
  'GET mobiledigital/facets': true,
  'GET mobiledigital/products': true,
  'GET mobiledigital/product': true,
  'GET mobiledigital/seller': true,
  'GET mobiledigital/sellerInformation': true,
  'GET mobiledigital/card': true,
  'POST mobiledigital/cardopened': true,
  'GET mobiledigital/shopsettings': true,
  'GET mobiledigital/places': true,
  'GET products-render-info': true,
  'GET directory/countries': true,
  'GET directory/countries/{countryId}': true,
  'GET mobiledigital/place': true,
};

const PAUSE_MS = 1_000;
/** Whoever waited longer has waited enough. */
const AT_ONCE_MS = 10_000;

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Makes one call of the contract and answers its parsed JSON. Throws an ApiError for everything else: any status outside
 * 2xx (ER-01), no answer within 30 seconds, or a call given up. A 401 on an authenticated call, or a token that has run
 * out, also signs the shopper out and leads to /signin (ER-11, ER-12, OQ-033, OQ-034). A write that would be done twice carries a key
 * by which the server knows it again (docs/decisions/025): without an answer it is tried once more, and so is the shopper's next tap.
 */
export async function api<Name extends CallName>(
  name: Name,
  given: Given<Name>,
  options: ApiOptions = {},
): Promise<Answer<Name>> {
  const bearer = Object.hasOwn(PUBLIC, name) ? '' : bearerToken();
  const parts: Parts = given;
  const key = keyOf(name, parts);
  const made = request(name, parts, bearer, key);
  // Whoever signed out meanwhile leaves nothing behind.
  const isLost = () =>
    bearer === '' || bearer === useSession.getState().token ? noteLost(name, parts, key) : undefined;
  const { answer, text } = await (key === '' ? send(made, options) : sendTwice(made, options)).catch((error) => {
    isLost();
    throw error;
  });
  const value = parseAnswer(text);
  // Whoever stands between may have said these, with the server's answer lost.
  if (answer.status >= 500 || value === unreadable) isLost();
  else if (answer.ok || key !== '') noteAnswered(name, parts);
  if (answer.ok && value !== unreadable) return value as Answer<Name>;
  if (answer.status === 401 && bearer !== '') endSession();
  throw httpError(answer.status, value);
}

function bearerToken(): string {
  endOverdueSession();
  const { token } = useSession.getState();
  if (token !== '') return token;
  endSession();
  throw apiError({ kind: 'http', status: 401 });
}

function endSession(): void {
  clearSession({ expired: true });
  leaveForSignIn();
}

/** Path, method, headers and body of a call. CA-23: shipping-information belongs to the store 'au'. */
export function request(
  name: CallName,
  { params = {}, query = {}, body }: Parts,
  bearer: string,
  key = '',
): { url: string; init: RequestInit } {
  const [method = 'GET', template = ''] = name.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
  const store = path === 'carts/mine/shipping-information' ? 'au' : 'default';
  const search = new URLSearchParams(queryPairs(query)).toString();
  const headers = new Headers({ accept: 'application/json' });
  if (bearer !== '') headers.set('authorization', `Bearer ${bearer}`);
  if (key !== '') headers.set('idempotency-key', key);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const url = `/rest/${store}/V1/${path}${search === '' ? '' : `?${search}`}`;
  return { url, init: { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) } };
}

/** Lists and objects are written with brackets (searchCriteria[pageSize]=10); what is not there is left out. */
function queryPairs(given: object, path = ''): [string, string][] {
  return Object.entries(given).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = path === '' ? key : `${path}[${key}]`;
    if (value === undefined || value === null) return [];
    return typeof value === 'object' ? queryPairs(value, name) : [[name, String(value)]];
  });
}

/** A call with a key that got no answer goes out once more after a second: most gaps of a phone on the move are that short. */
async function sendTwice(made: ReturnType<typeof request>, options: ApiOptions): ReturnType<typeof send> {
  const began = Date.now();
  try {
    return await send(made, options);
  } catch (error) {
    const soon = isApiError(error) && error.kind === 'offline' && Date.now() - began < AT_ONCE_MS;
    if (!soon) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return send(made, options);
  }
}

async function send(
  { url, init }: ReturnType<typeof request>,
  { fetch = globalThis.fetch, signal }: ApiOptions,
): Promise<{ answer: Response; text: string }> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const answer = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    return { answer, text: await answer.text() };
  } catch {
    throw apiError({ kind: signal?.aborted ? 'aborted' : 'offline' });
  }
}

const unreadable = Symbol('unreadable');

/** Many answers are JSON text inside JSON (OQ-006): a text answer and a text `data` are parsed once more. */
export function parseAnswer(text: string): unknown {
  const value = parseJson(text);
  if (typeof value === 'string') return parsedOr(value);
  if (isRecord(value) && typeof value.data === 'string') return { ...value, data: parsedOr(value.data) };
  return value;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

function parsedOr(text: string): unknown {
  const value = parseJson(text);
  return value === unreadable ? text : value;
}

function httpError(status: number, value: unknown): Error {
  const { message, parameters } = isRecord(value) ? value : {};
  const text = typeof message === 'string' ? fillMessage(message, parameters) : '';
  return apiError({ kind: 'http', status, message: text, parameters });
}
