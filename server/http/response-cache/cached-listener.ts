import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Negotiator } from '@fastify/accept-negotiator';
import { type Answer, asSent, type Bytes, type CachedResponse, type Encoding } from './cached-response.ts';
import type { CacheQuery, ResponseCache } from './response-cache.ts';

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] });

/** `cacheQueryOf`: what a request asks the cache for; null when it is the app's alone. */
type Parts = {
  cache: ResponseCache;
  cacheQueryOf: (request: IncomingMessage) => CacheQuery | null;
  /** Called for each answer that did not go through the app, with the milliseconds it took. */
  onServed: (request: IncomingMessage, response: ServerResponse, ms: number) => void;
};

/** What listens in front of the app: a request that the cache has the answer to never gets there. */
export function cachedListener(app: RequestListener, { cache, cacheQueryOf, onServed }: Parts): RequestListener {
  async function load(request: IncomingMessage, response: ServerResponse, query: CacheQuery): Promise<void> {
    const began = performance.now();
    const { kept, answer, isFirst } = await cache.load(query);
    if (kept) await send(request, response, kept);
    else if (isFirst) write(request, response, await asSent(answer, acceptedBy(request)));
    else app(request, response);
    // The first one's went through the app, which has counted it.
    if (kept && !isFirst) onServed(request, response, performance.now() - began);
  }

  return (request, response) => {
    const query = cache.isOpen() ? cacheQueryOf(request) : null;
    if (!query) return app(request, response);
    const began = performance.now();
    const kept = cache.get(query.key);
    // What went wrong goes wrong in the app again, which logs it and answers.
    const inApp = (): unknown => (response.headersSent ? response.destroy() : app(request, response));
    if (!kept) return void load(request, response, query).catch(inApp);
    const sending = send(request, response, kept);
    const served = (): void => onServed(request, response, performance.now() - began);
    if (sending !== undefined) sending.then(served, inApp);
    else served();
  };
}

/** Waits only for an encoding that nobody asked for before. */
function send(request: IncomingMessage, response: ServerResponse, kept: CachedResponse): Promise<void> | undefined {
  if (isUnchanged(request.headers['if-none-match'], kept.etag)) {
    response.writeHead(304, kept.unchanged).end();
    return undefined;
  }
  const bytes = kept.bytes(acceptedBy(request));
  if (bytes instanceof Promise) return bytes.then((ready) => write(request, response, ready));
  write(request, response, bytes);
  return undefined;
}

function acceptedBy({ headers }: IncomingMessage): Encoding {
  const accepted = headers['accept-encoding'];
  return (typeof accepted === 'string' && negotiator.negotiate(accepted)) || 'identity';
}

type Written = Pick<Answer, 'body'> & { status?: number; headers: Answer['headers'] | Bytes['headers'] };

function write({ method }: IncomingMessage, response: ServerResponse, { status = 200, headers, body }: Written): void {
  response.writeHead(status, headers);
  if (method === 'HEAD') response.end();
  else response.end(body);
}

/** Compared as RFC 9110 8.8.3.2 says for GET: weakly. */
function isUnchanged(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false;
  return known === etag || known === '*' || known.split(',').some((one) => one.trim() === etag);
}
