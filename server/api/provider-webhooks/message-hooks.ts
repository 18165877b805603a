import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toProviderPrincipal } from '#server/platform/http/principal.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import type { Hook, HookAnswer, Hooks } from '#server/platform/ports/messages.ts';

const STATUS: Record<HookAnswer, number> = { taken: 204, unreadable: 400 };

/**
 * Accepts the raw body with any Content-Type. Responds with 204, 400 or 403 and no body, because carriers read only the
 * status and a body could leak data.
 */
export async function registerMessageHooks(app: FastifyInstance, hooks: Hooks): Promise<void> {
  await app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const [path, { isFromCarrier, take }] of Object.entries(hooks)) {
      scope.post(path, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
        const hook = readHook(request);
        const principal = toProviderPrincipal('messages', isFromCarrier(hook));
        if (principal.kind === 'nobody') logSecurity(request.log, 'carrier_hook.refused', { call: path });
        const status = principal.kind === 'nobody' ? 403 : STATUS[await take(hook)];
        return reply.code(status).header('cache-control', 'no-store').send();
      });
    }
    ready();
  });
}

function readHook({ url, headers, body, params }: FastifyRequest): Hook {
  return {
    headers,
    params: params as Record<string, string>,
    body: typeof body === 'string' ? body : '',
    query: url.includes('?') ? url.slice(url.indexOf('?')) : '',
  };
}
