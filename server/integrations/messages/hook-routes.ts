import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';

/** A callback as it came: the body unread, because signatures are over it. */
export type Hook = { request: FastifyRequest; body: string; query: string };
/** `refused`: not from the carrier. `unreadable`: signed, but not what it documents. */
export type HookAnswer = 'taken' | 'refused' | 'unreadable';

const STATUS: Record<HookAnswer, number> = { taken: 204, refused: 403, unreadable: 400 };

/**
 * POST routes whose body is handed over as text, whatever its type says. Returns 204, 403 or 400 without words:
 * carriers read the status alone, and a stranger learns nothing.
 */
export async function registerHooks(
  app: FastifyInstance,
  hooks: Record<string, (hook: Hook) => Promise<HookAnswer>>,
): Promise<void> {
  await app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const [path, take] of Object.entries(hooks)) {
      scope.post(path, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
        const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
        const answer = await take({ request, body: typeof request.body === 'string' ? request.body : '', query });
        if (answer === 'refused') logSecurity(request.log, 'carrier_hook.refused', { call: path });
        return reply.code(STATUS[answer]).header('cache-control', 'no-store').send();
      });
    }
    ready();
  });
}
