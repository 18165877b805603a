import { createServer, type RequestListener, type Server } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { Context } from '../../context.ts';
import { requestForLog } from '../../kernel/redaction.ts';
import { cacheQueryOf, callOf } from './cache-query.ts';
import { cachedListener } from './cached-listener.ts';
import type { Answer } from './cached-response.ts';
import type { CacheQuery, ResponseCache } from './response-cache.ts';

/** The server that answers from the cache what it can, and hands the rest to the app. */
export function cachedServer({ settings, log, metrics }: Context, cache: ResponseCache): FastifyServerFactory {
  const pages = settings.WEB === 'built' || settings.WEB === 'gallery';
  return (app, options) => {
    const listener = cachedListener(app as RequestListener, {
      cache,
      cacheQueryOf: (request) => cacheQueryOf(request, { isCached: cache.isCached, pages }),
      onServed({ method = 'GET', url = '', headers, socket }, { statusCode }, ms) {
        metrics.requests.observe({ method, call: callOf(url) || 'page', status: statusCode }, ms / 1_000);
        const forwarded =
          settings.TRUST_PROXY === '1'
            ? String(headers['x-forwarded-for'] ?? '')
                .split(',')
                .at(-1)
            : '';
        const req = { method, url, host: headers.host ?? '', ip: forwarded?.trim() || (socket.remoteAddress ?? '') };
        log.info({ req: requestForLog(req), res: { statusCode }, responseTime: ms }, 'request.answered_from_cache');
      },
    });
    return timedServer(createServer(listener), options);
  };
}

/** As Fastify sets up a server that it makes itself. */
function timedServer(server: Server, options: Parameters<FastifyServerFactory>[1]): Server {
  const { keepAliveTimeout = 72_000, requestTimeout = 0, connectionTimeout = 0 } = options as Record<string, number>;
  server.keepAliveTimeout = keepAliveTimeout;
  server.requestTimeout = requestTimeout;
  return server.setTimeout(connectionTimeout);
}

/** Sends a request through the whole app: its checks, limits and hooks. */
export async function askApp(
  app: FastifyInstance,
  { url, headers, sender }: Pick<CacheQuery, 'url' | 'headers' | 'sender'>,
  { method = 'GET', body = '' }: { method?: string; body?: string } = {},
): Promise<Answer> {
  const answer = await app.inject({
    ...{ method: method as 'GET', url, headers, remoteAddress: sender },
    ...(body ? { payload: body } : {}),
  });
  const texts = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)] as const],
  );
  return { status: answer.statusCode, headers: Object.fromEntries(texts), body: answer.rawPayload };
}
