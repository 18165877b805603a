import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isReachable } from '../database/handle.ts';

/**
 * /healthz: the process is alive. /readyz: database and queue answer; `services` says how the integrations fare, which
 * never makes the shop unready: it sells and shows cards without them.
 */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async (_request, reply) => {
    const [database, jobs] = await Promise.all([
      isReachable(context.database),
      context.jobs.healthy().catch(() => false),
    ]);
    return reply.code(database && jobs ? 200 : 503).send({
      status: database && jobs ? 'ready' : 'not ready',
      database,
      jobs,
      services: context.services.map((line) => line()),
    });
  });
}
