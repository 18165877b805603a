import { vi } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { connectApi } from '#web/shop/calls/api.ts';

export type Received = {
  name: CallName;
  parts: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
};

/**
 * Replaces `fetch` with a server on which a customer is signed in. An ApiError thrown by `answer` becomes the response.
 * Returns the calls received.
 */
export function fakeServer(answer: (call: Received) => unknown): Received[] {
  const received: Received[] = [];
  const nothing = () => undefined;
  connectApi({
    token: () => 'bearer',
    resolveKey: () => '',
    unauthorized: nothing,
    recordLost: nothing,
    recordAnswered: nothing,
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = parseCall(new URL(url, 'http://shop.example'), init);
    received.push(call);
    try {
      return new Response(JSON.stringify(answer(call)));
    } catch (error) {
      return answerOfError(error);
    }
  });
  return received;
}

/** Returns the response for an ApiError. Throws errors after which a browser would receive no response. */
export function answerOfError(error: unknown): Response {
  if (!isApiError(error)) throw error;
  if (error.kind === 'offline') throw new TypeError('No connection');
  const { code, message, parameters, status, retryAfter } = error;
  const headers: Record<string, string> = retryAfter ? { 'retry-after': String(retryAfter) } : {};
  return Response.json({ ...(code ? { code } : {}), message, parameters }, { status, headers });
}

export function parseCall({ pathname, searchParams }: URL, { method = 'GET', body }: RequestInit): Received {
  const path = pathname.replace(/^\/rest\/\w+\/V1\//, '');
  const names = Object.keys(calls) as CallName[];
  const matches = names.map((name) => ({ name, pathMatch: buildCallPattern(name).exec(`${method} ${path}`) }));
  const { name, pathMatch } =
    matches.find((match) => match.pathMatch && !match.name.includes('{')) ??
    matches.find((match) => match.pathMatch) ??
    {};
  if (!name) throw new Error(`The contract has no call ${method} ${path}.`);
  return {
    name,
    parts: {
      ...(pathMatch?.groups ? { params: { ...pathMatch.groups } } : {}),
      ...(searchParams.size > 0 ? { query: Object.fromEntries(searchParams) } : {}),
      ...(typeof body === 'string' ? { body: JSON.parse(body) } : {}),
    },
  };
}

const buildCallPattern = (name: string) => new RegExp(`^${name.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
