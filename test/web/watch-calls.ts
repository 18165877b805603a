import { type ApiErrorParts, apiError } from '#web/shared/api/api-error.ts';
import { answerOfError, parseCall, type Received } from './fake-server.ts';

/** `name`: an operation of the API contract or, for other requests, method and path. */
type Watched = Omit<Received, 'name'> & { name: string };
const DRAWING = 'POST mobiledigital/giftcardpicture';

export type CallAnswers = Record<string, unknown>;

/**
 * Records calls from now on. `answers` replaces responses of the story: each is a value, a promise, or a function of
 * the call's parts. A thrown ApiError becomes the response.
 */
export function watchCalls(answers: CallAnswers = {}) {
  const sent: Watched[] = [];
  const storyFetch = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, globalThis.location.href);
    const call = toWatchedCall(url, init);
    sent.push(call);
    if (!(call.name in answers)) return storyFetch(input, init);
    await new Promise((resolve) => setTimeout(resolve, 1));
    try {
      const answer = answers[call.name];
      return Response.json((await (typeof answer === 'function' ? answer(call.parts) : answer)) ?? null);
    } catch (error) {
      return answerOfError(error);
    }
  };
  const named = (name: string) => sent.filter((call) => call.name === name);
  return {
    sent,
    answers,
    names: () => sent.map(({ name }) => name),
    bodies: (name: string) => named(name).map(({ parts }) => parts.body),
    queries: (name: string) => named(name).map(({ parts }) => parts.query),
    count: (name: string) => named(name).length,
    /** Returns the calls that write. Drawing a picture is a POST, but writes nothing. */
    writes: () => sent.flatMap(({ name }) => (name.startsWith('GET ') || name === DRAWING ? [] : [name])),
  };
}

function toWatchedCall(url: URL, init: RequestInit): Watched {
  if (url.pathname.startsWith('/rest/')) return parseCall(url, init);
  const body = typeof init.body === 'string' ? { body: JSON.parse(init.body) } : {};
  return { name: `${init.method ?? 'GET'} ${url.pathname}`, parts: body };
}

export const refuse =
  (status: number, parts: Partial<ApiErrorParts> = {}) =>
  (): never => {
    throw apiError({ kind: 'http', status, message: 'No', ...parts });
  };

export const throwOffline = (): never => {
  throw apiError({ kind: 'offline' });
};

/** Returns a response that stays pending until the test releases it. */
export function holdAnswer<Value>(value: Value) {
  let release: () => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    release = () => resolve(value);
  });
  return { answer: () => promise, release: () => release() };
}
