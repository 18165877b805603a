import type { CallName } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Answer } from '#web/shared/api/call-types.ts';

type ReceivedCall = { query: URLSearchParams; body: Record<string, unknown> };

const SLOW = Symbol('slow');
const OFFLINE = Symbol('offline');
const ERROR_ANSWER = Symbol('error answer');

export const slow = { [SLOW]: true } as const;
export const offline = { [OFFLINE]: true } as const;
type ErrorParts = { code?: ErrorCode; parameters?: Record<string, string | number>; retryAfter?: number };
export const errorAnswer = (status: number, message: string, parts: ErrorParts = {}) =>
  ({ [ERROR_ANSWER]: status, message, parts }) as const;

type ErrorReply = typeof slow | typeof offline | ReturnType<typeof errorAnswer>;
type Reply<Good> = Good | ErrorReply | ((call: ReceivedCall) => Good | ErrorReply);

export type Answers = { [Name in CallName]?: Reply<Answer<Name>> } & {
  [other: `${'GET' | 'POST'} /${string}`]: Reply<unknown>;
};

const realFetch = globalThis.fetch;
let waiting = 0;

export const countPendingAnswers = (): number => waiting;

/** Mocks API calls with `answers`. Other requests, such as pictures, still reach the real server. */
export function answerWith(answers: Answers, story: string): void {
  globalThis.fetch = async (input, init) => {
    const method = init?.method ?? 'GET';
    const url = new URL(input instanceof Request ? input.url : input, globalThis.location.href);
    const key = Object.keys(answers).find((call) => isFor(call, method, url.pathname));
    if (key === undefined && !url.pathname.startsWith('/rest/')) return realFetch(input, init);
    if (key === undefined) {
      reportError(new Error(`The story ${story} has no answer for ${method} ${url.pathname}.`));
      return Response.json({ message: 'Unknown' }, { status: 500 });
    }
    const reply = answers[key as CallName] as Reply<unknown>;
    const call = { query: url.searchParams, body: parseBody(init?.body) };
    return respond(typeof reply === 'function' ? reply(call) : reply);
  };
}

export function answerForReal(): void {
  globalThis.fetch = realFetch;
}

function isFor(key: string, method: string, path: string): boolean {
  const [keyMethod, template = ''] = key.split(' ');
  if (keyMethod !== method) return false;
  if (template.startsWith('/')) return path === template;
  const pattern = template.replace(/\{\w+\}/g, '[^/]+').replace(/[.]/g, '\\.');
  return new RegExp(`^/rest/[^/]+/V1/${pattern}$`).test(path);
}

function parseBody(body: BodyInit | null | undefined): ReceivedCall['body'] {
  return typeof body === 'string' ? JSON.parse(body) : {};
}

/** Delays each response as a network would, so that the loading state appears first. */
async function respond(reply: unknown): Promise<Response> {
  if (hasMark(reply, SLOW)) return new Promise(() => undefined);
  waiting += 1;
  await new Promise((resolve) => setTimeout(resolve, 1));
  waiting -= 1;
  if (hasMark(reply, OFFLINE)) throw new TypeError('No connection');
  if (hasMark(reply, ERROR_ANSWER)) {
    const { retryAfter, ...parts } = reply.parts as ErrorParts;
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return Response.json({ message: reply.message, ...parts }, { status: Number(reply[ERROR_ANSWER]), headers });
  }
  return Response.json(reply ?? null);
}

function hasMark(reply: unknown, mark: symbol): reply is Record<symbol | string, unknown> {
  return typeof reply === 'object' && reply !== null && mark in reply;
}
