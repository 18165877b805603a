import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { isReachable } from '#server/platform/database/handle.ts';
import { mayReadDetails } from './proxies/from-this-machine.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes /readyz return 503 and closes connections, so that load balancers use other servers. */
    drain: () => void;
  }
}

const draining = new WeakSet<Context>();

/** Shows readiness details only on METRICS_PORT or, outside production, to programs on this machine. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'alive' }));
  app.decorate('drain', () => {
    draining.add(context);
    app.server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  });
  addReadiness(app, { context, mayRead: (request) => mayReadDetails(context.settings, request) });
}

type Readiness = { context: Context; mayRead: (request: FastifyRequest) => boolean };

/** Integrations never make the shop unready, because it sells and shows cards without them. */
export function addReadiness(app: FastifyInstance, { context, mayRead }: Readiness): void {
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    const [database, jobs] = await Promise.all([
      // Prefers the last heartbeat: under load, a separate check would wait behind all other statements.
      context.changes.isKnown() || isReachable(context.database),
      context.jobs.healthy().catch(() => false),
    ]);
    const status = draining.has(context) ? 'closing' : database && jobs ? 'ready' : 'not ready';
    const details = { database, jobs, services: context.services.map((line) => line()) };
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...(mayRead(request) ? details : {}) });
  });
}
