import type { ZodType } from 'zod';
import { runInSpan, traceNow } from '#server/platform/kernel/telemetry/tracing.ts';
import { cleanText } from '#server/platform/kernel/text.ts';
import { type ProviderError, providerError } from '#server/platform/ports/service.ts';
import type { Guard } from './resilience-policy.ts';

export type HttpCall<Answer> = {
  service: string;
  url: string | URL;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer>;
  /** True if retrying the call is harmless. */
  repeatable: boolean;
  /** Response schema; unknown properties are dropped. */
  answer: ZodType<Answer>;
  /** Maximum response size in bytes; 1 MiB by default */
  longest?: number;
};

type Exchange = Pick<HttpCall<unknown>, 'service' | 'url' | 'method' | 'headers' | 'body' | 'longest'>;

/** A successful response, or a 4xx (except 408 and 429) as text. */
export type HttpAnswer<Answer> =
  | { ok: true; status: number; body: Answer }
  | { ok: false; status: number; text: string };

const LONGEST = 1024 * 1024;

const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Never follows redirects, because the response would come from another server. Throws a ProviderError unless the
 * response is usable.
 */
export function callHttp<Answer>(guard: Guard, call: HttpCall<Answer>): Promise<HttpAnswer<Answer>> {
  return guard.call({ repeatable: call.repeatable, run: (signal) => sendRequest(call, signal) });
}

async function sendRequest<Answer>(call: HttpCall<Answer>, signal: AbortSignal): Promise<HttpAnswer<Answer>> {
  // Do not reuse a connection, because a dead one would leave the outcome unknown.
  const connectionHeader: Record<string, string> = call.repeatable ? {} : { connection: 'close' };
  const { response, text } = await exchange({ ...call, headers: { ...call.headers, ...connectionHeader } }, signal);
  const { status } = response;
  const { service } = call;
  const error = statusError(service, response);
  if (error) throw error;
  if (status >= 400) return { ok: false, status, text };
  const read = call.answer.safeParse(parseJson(text));
  if (!read.success)
    throw providerError({ service, kind: 'invalid_response', mayHaveBeenApplied: true, cause: read.error });
  return { ok: true, status, body: cleanText(read.data) };
}

function statusError(service: string, { status, headers }: Response): ProviderError | null {
  const cause = `HTTP ${status}`;
  if (status === 429) {
    const retryAfterMs = retryAfter(headers.get('retry-after'));
    const wait = retryAfterMs === null ? {} : { retryAfterMs };
    return providerError({ service, kind: 'rate_limited', mayHaveBeenApplied: false, ...wait });
  }
  if (status >= 500 || status === 408) {
    return providerError({ service, kind: 'server_error', mayHaveBeenApplied: true, cause });
  }
  const redirects = status < 200 || (status >= 300 && status < 400);
  return redirects ? providerError({ service, kind: 'invalid_response', mayHaveBeenApplied: true, cause }) : null;
}

/** Throws a ProviderError if the service does not respond. Aborts are rethrown. */
export async function exchange(request: Exchange, signal: AbortSignal): Promise<{ response: Response; text: string }> {
  const { response, bytes } = await exchangeBytes(request, signal);
  return { response, text: new TextDecoder().decode(bytes) };
}

export function exchangeBytes(request: Exchange, signal: AbortSignal): Promise<{ response: Response; bytes: Buffer }> {
  const { service, method } = request;
  return runInSpan(`${method} ${service}`, { kind: 'client' }, () => exchangeInside(request, signal));
}

async function exchangeInside(
  { service, url, method, headers, body, longest = LONGEST }: Exchange,
  signal: AbortSignal,
): Promise<{ response: Response; bytes: Buffer }> {
  try {
    const response = await fetch(url, {
      method,
      signal,
      redirect: 'manual',
      headers: { ...headers, ...traceNow() } as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    });
    return { response, bytes: await readBytes(response, longest) };
  } catch (error) {
    // The guard throws its own timeout error.
    if (signal.aborted) throw error;
    throw providerError({
      service,
      kind: 'network',
      mayHaveBeenApplied: !NOT_REACHED.has(readErrorCode(error)),
      cause: error,
    });
  }
}

async function readBytes(response: Response, longest: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.byteLength;
    if (length > longest) throw new Error(`The response is longer than ${longest} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The body is not JSON; the schema rejects undefined.
    return undefined;
  }
}

function readErrorCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const last = cause instanceof AggregateError ? cause.errors.at(-1) : cause;
  return typeof last === 'object' && last !== null && 'code' in last ? String(last.code) : '';
}

/** Reads only seconds: dates would require synchronised clocks. */
export function retryAfter(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
