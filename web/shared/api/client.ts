import type { CallName } from '#contract/calls.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/rules/limits.ts';
import { apiError, errorOfAnswer, isApiError } from './api-error.ts';
import type { Answer, CallInput } from './call-types.ts';
import { noteServerTime } from './server-time.ts';

export type ApiOptions = {
  /** The in-process fetch of the load context; in the browser the browser's own. */
  fetch?: typeof fetch;
  signal?: AbortSignal;
  /** For what the customer did not ask for: a bearer that is missing, overdue or rejected fails the call, no more. */
  quiet?: boolean;
  /** Of a till: its own bearer in place of the customer's, and the Idempotency-Key that it keeps itself. */
  counter?: { bearer: string; key?: string };
  /** It goes out even where the page is left at once; of at most 64 kB. */
  keepalive?: boolean;
};

/** What the transport asks of the app around it; nothing but public calls works before connectApi(). */
export type ApiHost = {
  /** The bearer of the customer who is signed in, '' when nobody is. A session found overdue ends, unless `quiet`. */
  token: (quiet: boolean) => string;
  /** The server does not accept the bearer a call went out with; '': there is none for a call that needs one. */
  unauthorized: (bearer: string) => void;
  /** The Idempotency-Key of a call, '' for calls that take none. */
  keyOf: (name: CallName, parts: CallParts) => string;
  /** No answer came: the call may have been done. */
  noteLost: (call: SentCall) => void;
  /** The call was done, or rejected for good. */
  noteAnswered: (call: SentCall) => void;
};
export type CallParts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
export type SentCall = { name: CallName; parts: CallParts; key: string; bearer: string };

const nothing = () => undefined;
const NO_HOST: ApiHost = {
  token: () => '',
  keyOf: () => '',
  unauthorized: nothing,
  noteLost: nothing,
  noteAnswered: nothing,
};

/** What an app knows of its calls: which go out without a bearer, and store codes where they are not 'default'. */
export type AppCalls = { publicCalls: Partial<Record<CallName, true>>; stores: Partial<Record<CallName, string>> };

const PAUSE_MS = 1_000;
/** How often a call is sent to a server that has too much to do. */
const MOST_TRIES = 4;
/** A call that failed later than this is not sent again: the customer has waited long enough. */
const RESEND_WITHIN_MS = 10_000;

/** The way to the server of one app, whose calls these are. */
export function createApi({ publicCalls, stores }: AppCalls) {
  let host = NO_HOST;

  /**
   * Makes one call of the contract and returns its parsed JSON. Throws an ApiError for everything else: any status
   * outside 2xx, no answer within 30 seconds, or a call given up. A write that would be done twice carries a key by
   * which the server knows it again (docs/decisions/025): without an answer it is tried once more, and so is the
   * customer's next tap.
   */
  async function api<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options: ApiOptions = {},
  ): Promise<Answer<Name>> {
    const { counter } = options;
    const bearer = counter?.bearer ?? (Object.hasOwn(publicCalls, name) ? '' : bearerToken(options));
    const parts: CallParts = input;
    const call = { name, parts, key: counter?.key ?? host.keyOf(name, parts), bearer };
    const made = request(name, parts, bearer, call.key);
    const { answer, text } = await (call.key === '' ? sendInTurn(made, options) : sendTwice(made, options)).catch(
      (error) => {
        host.noteLost(call);
        throw error;
      },
    );
    const value = parseAnswer(text);
    // A proxy may have said these, with the server's answer lost.
    if (answer.status >= 500 || value === unreadable) host.noteLost(call);
    else if (answer.ok || call.key !== '') host.noteAnswered(call);
    if (answer.ok && value !== unreadable) return value as Answer<Name>;
    if (answer.status === 401 && bearer !== '' && !options.quiet) host.unauthorized(bearer);
    throw errorOfAnswer(answer.status, value, answer.headers.get('retry-after'));
  }

  function bearerToken({ quiet = false }: ApiOptions): string {
    const token = host.token(quiet);
    if (token !== '') return token;
    if (!quiet) host.unauthorized(token);
    throw apiError({ kind: 'http', status: 401 });
  }

  /** Path, method, headers and body of a call. */
  function request(name: CallName, { params = {}, query = {}, body }: CallParts, bearer: string, key = ''): Made {
    const [method = 'GET', template = ''] = name.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')));
    const search = new URLSearchParams(queryPairs(query)).toString();
    const headers = new Headers({ accept: 'application/json' });
    if (bearer !== '') headers.set('authorization', `Bearer ${bearer}`);
    if (key !== '') headers.set('idempotency-key', key);
    // The server then knows this browser again: a code or a passkey works where it was asked for (docs/decisions/049).
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

/** Lists and objects are written with brackets (searchCriteria[pageSize]=10); what is not there is left out. */
function queryPairs(input: object, path = ''): [string, string][] {
  return Object.entries(input).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = path === '' ? key : `${path}[${key}]`;
    if (value === undefined || value === null) return [];
    return typeof value === 'object' ? queryPairs(value, name) : [[name, String(value)]];
  });
}

/**
 * A call with a key that got no answer goes out once more after a second: most gaps of a phone on the move are that
 * short.
 */
async function sendTwice(made: Made, options: ApiOptions): ReturnType<typeof send> {
  const began = Date.now();
  try {
    return await sendInTurn(made, options);
  } catch (error) {
    const soon = isApiError(error) && error.kind === 'offline' && Date.now() - began < RESEND_WITHIN_MS;
    if (!soon) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return sendInTurn(made, options);
  }
}

/** A server that has too much to do says so before it does anything, and when to come again. */
async function sendInTurn(made: Made, options: ApiOptions): ReturnType<typeof send> {
  for (let tries = 1; ; tries += 1) {
    const sent = await send(made, options);
    const { status, headers } = sent.answer;
    if (status !== 503 || tries === MOST_TRIES || options.fetch || !isBusy(sent.text)) return sent;
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
    // Those of a signed-in customer; other answers may come out of a cache.
    if (answer.headers.get('cache-control') === 'no-store') noteServerTime(answer.headers.get('date'), sentAt);
    return { answer, text: await answer.text() };
  } catch {
    throw apiError({ kind: signal?.aborted ? 'aborted' : 'offline' });
  }
}

const unreadable = Symbol('unreadable');

/** Many answers are JSON text inside JSON: a text answer and a text `data` are parsed once more. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
