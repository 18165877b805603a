import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Context } from '#server/context.ts';
import { requestForLog } from '#server/platform/kernel/redaction.ts';
import { refuseBusy } from '../load/refuse-busy.ts';
import { resolveSenderAddress, type TrustedProxies } from '../proxies/trusted-proxies.ts';
import { lacksHost, rejectUnreadable, withPlainHeaders } from '../security.ts';
import type { NoteSocket } from '../security-log.ts';
import { readOwnCertificate, reloadRenewedCertificate } from '../tls/own-certificate.ts';
import { buildCacheQuery, parseCallPath } from './cache-query.ts';
import { createCachedListener } from './cached-listener.ts';
import type { Answer } from './cached-response.ts';
import type { CacheQuery, ResponseCache } from './response-cache.ts';

/** Disables Node's own error for a missing Host header, which lacks our security headers. */
const OWN_ERRORS = { requireHostHeader: false };

type Parts = {
  cache: ResponseCache;
  trusted: TrustedProxies;
  resolveRequestId: (request: IncomingMessage) => string;
  noteSocket: NoteSocket;
};

export function createCachedServer(
  { settings, log, metrics, admission }: Context,
  { cache, trusted, resolveRequestId, noteSocket }: Parts,
): FastifyServerFactory {
  const pages = settings.WEB === 'built' || settings.WEB === 'gallery';
  const reject = withPlainHeaders(rejectUnreadable(noteSocket), settings);
  return (app, options) => {
    const answer = createCachedListener(withPlainHeaders(app as RequestListener, settings), {
      cache,
      admission,
      refuse: withPlainHeaders(refuseBusy as RequestListener, settings),
      buildCacheQuery: (request) => buildCacheQuery(request, { isCached: cache.isCached, pages }),
      resolveSender: (request) => resolveSenderAddress(request, trusted),
      resolveRequestId,
      onLookedUp: (outcome) => metrics.count('handsel_response_cache_requests_total', { outcome }),
      onServed(request, { id: reqId, statusCode, ms }) {
        const { method = 'GET', url = '', headers } = request;
        metrics.observe({ method, call: parseCallPath(url) || 'page', status: String(statusCode) }, ms / 1_000);
        const req = requestForLog({
          method,
          url,
          host: headers.host ?? '',
          ip: resolveSenderAddress(request, trusted),
        });
        log.info({ reqId, req, res: { statusCode }, responseTime: ms }, 'request.answered_from_cache');
      },
    });
    const listener: RequestListener = (request, response) => (lacksHost(request) ? reject : answer)(request, response);
    const certificate = readOwnCertificate(settings);
    if (!certificate)
      return setServerTimeouts(createServer(OWN_ERRORS, listener), options).on('checkExpectation', reject);
    const server = createTlsServer({ ...certificate.options, ...OWN_ERRORS }, listener).on('checkExpectation', reject);
    reloadRenewedCertificate(server, certificate, { read: () => readOwnCertificate(settings), log });
    return setServerTimeouts(server, options);
  };
}

/** A connection takes about 10 KB of memory, and a phone needs one or two. */
const MAX_CONNECTIONS = 10_000;

function setServerTimeouts(server: Server, options: Parameters<FastifyServerFactory>[1]): Server {
  const { keepAliveTimeout = 72_000, requestTimeout = 0, connectionTimeout = 0 } = options as Record<string, number>;
  server.keepAliveTimeout = keepAliveTimeout;
  server.requestTimeout = requestTimeout;
  server.maxConnections = MAX_CONNECTIONS;
  return server.setTimeout(connectionTimeout);
}

export async function askApp(
  app: FastifyInstance,
  { url, headers, sender }: Pick<CacheQuery, 'url' | 'headers' | 'sender'>,
  { method = 'GET', body = '' }: { method?: string; body?: string } = {},
): Promise<Answer> {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers,
    remoteAddress: sender,
    ...(body ? { payload: body } : {}),
  });
  const texts = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)] as const],
  );
  return { status: answer.statusCode, headers: Object.fromEntries(texts), body: answer.rawPayload };
}
