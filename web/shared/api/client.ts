import type { CallName } from '#contract/calls.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';
import { apiError, isApiError, toApiError } from './api-error.ts';
import type { Answer, CallInput } from './call-types.ts';
import { updateServerTime } from './server-time.ts';

export type ApiOptions = {
  fetch?: typeof fetch;
  signal?: AbortSignal;
  /** For background calls: a missing or rejected bearer token fails the call without signing out. */
  quiet?: boolean;
  counter?: { bearer: string; key?: string };
  /** Lets the call complete after the page is left. Its body may have at most 64 kB. */
  keepalive?: boolean;
};

/** What the app provides to the API client. Before connectApi(), only public calls work. */
export type ApiHost = {
  /** Returns '' when signed out. Ends an expired session unless `quiet`. */
  token: (quiet: boolean) => string;
  /** Called with the bearer token that the server rejected, or with '' if a call needs a token but has none. */
  unauthorized: (bearer: string) => void;
  resolveKey: (name: CallName, parts: CallParts) => string;
  /** Called when no response arrives: the call may have taken effect. */
  recordLost: (call: SentCall) => void;
  recordAnswered: (call: SentCall) => void;
};
export type CallParts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
export type SentCall = { name: CallName; parts: CallParts; key: string; bearer: string };

const doNothing = () => undefined;
const NO_HOST: ApiHost = {
  token: () => '',
  resolveKey: () => '',
  unauthorized: doNothing,
  recordLost: doNothing,
  recordAnswered: doNothing,
};

/** Public calls need no bearer token; `stores` overrides the store code 'default'. */
export type AppCalls = { publicCalls: Partial<Record<CallName, true>>; stores: Partial<Record<CallName, string>> };

const PAUSE_MS = 1_000;
const MAX_TRIES = 4;
/** Later failures are not retried, because the customer has waited enough. */
const RESEND_WITHIN_MS = 10_000;

export function createApi({ publicCalls, stores }: AppCalls) {
  let host = NO_HOST;

  /**
   * Returns a call's parsed JSON. Throws an ApiError for any status outside 2xx, after 30 seconds or when cancelled.
   * Non-idempotent writes carry an idempotency key (docs/decisions/025) and are retried once if the response is lost;
   * the customer's next tap reuses the key.
   */
  async function api<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: ApiOptions = {},
  ): Promise<Answer<Name>> {
    const { counter } = options;
    const bearer = counter?.bearer ?? (Object.hasOwn(publicCalls, name) ? '' : bearerToken(options));
    const parts: CallParts = input;
    const call = { name, parts, key: counter?.key ?? host.resolveKey(name, parts), bearer };
    const httpRequest = request(name, parts, bearer, call.key);
    const { answer, text } = await (call.key === ''
      ? sendInTurn(httpRequest, options)
      : sendTwice(httpRequest, options)
    ).catch((error) => {
      host.recordLost(call);
      throw error;
    });
    const value = parseAnswer(text);
    // A proxy may have sent this response, so the server's own response counts as lost.
    if (answer.status >= 500 || value === unreadable) host.recordLost(call);
    else if (answer.ok || call.key !== '') host.recordAnswered(call);
    if (answer.ok && value !== unreadable) return value as Answer<Name>;
    if (answer.status === 401 && bearer !== '' && !options.quiet) host.unauthorized(bearer);
    throw toApiError(answer.status, value, answer.headers.get('retry-after'));
  }

  function bearerToken({ quiet = false }: ApiOptions): string {
    const token = host.token(quiet);
    if (token !== '') return token;
    if (!quiet) host.unauthorized(token);
    throw apiError({ kind: 'http', status: 401 });
  }

  function request(name: CallName, { params = {}, query = {}, body }: CallParts, bearer: string, key = ''): Made {
    const [method = 'GET', template = ''] = name.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
    const search = new URLSearchParams(queryPairs(query)).toString();
    const headers = new Headers({ accept: 'application/json' });
    if (bearer !== '') headers.set('authorization', `Bearer ${bearer}`);
    if (key !== '') headers.set('idempotency-key', key);
    // This header lets the server recognise the browser that requested a code or passkey (docs/decisions/049).
    if (globalThis.navigator?.cookieEnabled && method === 'POST') headers.set('handsel-browser', '1');
    if (body !== undefined) headers.set('content-type', 'application/json');
    const url = `/rest/${stores[name] ?? 'default'}/V1/${path}${search === '' ? '' : `?${search}`}`;
    return { url, init: { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) } };
  }

  return {
    api,
    request,
    connectApi(app: ApiHost): void {
      host = app;
    },
  };
}

type Made = { url: string; init: RequestInit };

/** Returns query parameters such as searchCriteria[pageSize]=10, without undefined values. */
function queryPairs(input: object, path = ''): [string, string][] {
  return Object.entries(input).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = path === '' ? key : `${path}[${key}]`;
    if (value === undefined || value === null) return [];
    return typeof value === 'object' ? queryPairs(value, name) : [[name, String(value)]];
  });
}

/** Resends a call with an idempotency key after a second, because most network gaps on the move are that short. */
async function sendTwice(httpRequest: Made, options: ApiOptions): ReturnType<typeof send> {
  const began = Date.now();
  try {
    return await sendInTurn(httpRequest, options);
  } catch (error) {
    const soon = isApiError(error) && error.kind === 'offline' && Date.now() - began < RESEND_WITHIN_MS;
    if (!soon) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return sendInTurn(httpRequest, options);
  }
}

/** Retries when the server is busy, because it rejects such calls before doing anything and says when to retry. */
async function sendInTurn(httpRequest: Made, options: ApiOptions): ReturnType<typeof send> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send(httpRequest, options);
    const { status, headers } = reply.answer;
    if (status !== 503 || tries === MAX_TRIES || options.fetch || !isBusy(reply.text)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * (Number(headers.get('retry-after')) || 1)));
  }
}

function isBusy(text: string): boolean {
  const body = parseJson(text);
  return isRecord(body) && body.code === 'busy';
}

async function send(
  { url, init }: Made,
  { fetch = globalThis.fetch, signal, keepalive = false }: ApiOptions,
): Promise<{ answer: Response; text: string }> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const sentAt = Date.now();
  try {
    const answer = await fetch(url, {
      ...init,
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // Other responses may come from a cache, with an old Date header.
    if (answer.headers.get('cache-control') === 'no-store') updateServerTime(answer.headers.get('date'), sentAt);
    return { answer, text: await answer.text() };
  } catch {
    throw apiError({ kind: signal?.aborted ? 'aborted' : 'offline' });
  }
}

const unreadable = Symbol('unreadable');

/** Parses a response, including a JSON string or `data` field that contains JSON text. */
export function parseAnswer(text: string): unknown {
  const value = parseJson(text);
  if (typeof value === 'string') return parseJsonOrText(value);
  if (isRecord(value) && typeof value.data === 'string') return { ...value, data: parseJsonOrText(value.data) };
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

function parseJsonOrText(text: string): unknown {
  const value = parseJson(text);
  return value === unreadable ? text : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
