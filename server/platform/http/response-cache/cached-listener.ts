import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Negotiator } from '@fastify/accept-negotiator';
import { isBusy } from '#server/platform/kernel/concurrency.ts';
import type { Admission } from '../load/admission.ts';
import { resolveRequestKind } from '../load/request-kind.ts';
import { REQUEST_ID } from '../request-ids.ts';
import { type Answer, asSent, type Bytes, type CachedResponse, type Encoding } from './cached-response.ts';
import type { CacheQuery, ResponseCache } from './response-cache.ts';

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] });

type Parts = {
  cache: ResponseCache;
  admission: Admission;
  refuse: RequestListener;
  buildCacheQuery: (request: IncomingMessage) => CacheQuery | null;
  resolveSender: (request: IncomingMessage) => string;
  resolveRequestId: (request: IncomingMessage) => string;
  /** 'shared': another request was already loading the response. */
  onLookedUp: (outcome: 'hit' | 'shared' | 'miss') => void;
  onServed: (request: IncomingMessage, answer: { id: string; statusCode: number; ms: number }) => void;
};

type Kept = { cached: CachedResponse; id: string };

export function createCachedListener(
  app: RequestListener,
  { cache, admission, refuse, buildCacheQuery, resolveSender, resolveRequestId, onLookedUp, onServed }: Parts,
): RequestListener {
  function handle(request: IncomingMessage, response: ServerResponse): void {
    const kind = resolveRequestKind(request);
    if (kind === null) app(request, response);
    else
      admission({ kind, sender: resolveSender(request) }, () => waitForAnswer(request, response, app)).catch(
        (error: Error) => (isBusy(error) ? refuse(request, response) : response.destroy(error)),
      );
  }

  async function load(request: IncomingMessage, response: ServerResponse, query: CacheQuery): Promise<void> {
    const began = performance.now();
    const { cached, answer, isFirst } = await cache.load(query);
    onLookedUp(isFirst ? 'miss' : 'shared');
    if (!cached) {
      if (!isFirst) handle(request, response);
      else write(request, response, await asSent(answer, negotiateEncoding(request)));
      return;
    }
    // The app has already counted the first request, under the id in its response.
    const id = (isFirst && answer.headers[REQUEST_ID]) || resolveRequestId(request);
    await send(request, response, { cached, id });
    if (!isFirst) onServed(request, { id, statusCode: response.statusCode, ms: performance.now() - began });
  }

  return (request, response) => {
    const query = cache.isOpen() ? buildCacheQuery(request) : null;
    if (!query) return handle(request, response);
    const began = performance.now();
    const cached = cache.get(query.key);
    // Lets the app handle a request whose load failed: the app repeats the error, logs it and responds.
    const inApp = (error: unknown): unknown => {
      if (response.headersSent) return response.destroy();
      return isBusy(error) ? refuse(request, response) : handle(request, response);
    };
    if (!cached) return void load(request, response, query).catch(inApp);
    onLookedUp('hit');
    const id = resolveRequestId(request);
    const sending = send(request, response, { cached, id });
    const served = (): void =>
      onServed(request, { id, statusCode: response.statusCode, ms: performance.now() - began });
    if (sending !== undefined) sending.then(served, inApp);
    else served();
  };
}

/** Timeout in milliseconds for a request's body, during which the request occupies a slot. */
const BODY_MS = 1_000;

/** Resolves when the response starts or the client disconnects, so that slow clients do not block others. */
async function waitForAnswer(request: IncomingMessage, response: ServerResponse, app: RequestListener): Promise<void> {
  if (response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { writeHead } = response;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    resolve();
    return writeHead.apply(response, head);
  }) as typeof writeHead;
  response.once('close', resolve);
  const body = setTimeout(() => request.complete || resolve(), BODY_MS);
  app(request, response);
  await promise;
  clearTimeout(body);
}

function send(request: IncomingMessage, response: ServerResponse, { cached, id }: Kept): Promise<void> | undefined {
  if (isUnchanged(request.headers['if-none-match'], cached.etag)) {
    response.writeHead(304, [...cached.unchanged, REQUEST_ID, id]).end();
    return undefined;
  }
  const named = ({ headers, body }: Bytes): void =>
    write(request, response, { headers: [...headers, REQUEST_ID, id], body });
  const bytes = cached.bytes(negotiateEncoding(request));
  if (bytes instanceof Promise) return bytes.then(named);
  named(bytes);
  return undefined;
}

function negotiateEncoding({ headers }: IncomingMessage): Encoding {
  const accepted = headers['accept-encoding'];
  return (typeof accepted === 'string' && negotiator.negotiate(accepted)) || 'identity';
}

type Written = Pick<Answer, 'body'> & { status?: number; headers: Answer['headers'] | Bytes['headers'] };

function write({ method }: IncomingMessage, response: ServerResponse, { status = 200, headers, body }: Written): void {
  response.writeHead(status, headers);
  if (method === 'HEAD') response.end();
  else response.end(body);
}

/** Uses weak comparison (RFC 9110 8.8.3.2). */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === etag || ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim() === etag);
}
