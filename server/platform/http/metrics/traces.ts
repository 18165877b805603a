import type { FastifyInstance } from 'fastify';
import { beginSpan } from '#server/platform/kernel/telemetry/tracing.ts';
import type { TrustedProxies } from '../proxies/trusted-proxies.ts';
import { toCallLabel } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: ReturnType<typeof beginSpan> | null;
  }
}

/** Ignores trace ids from untrusted senders, who must not write into the shop's traces. */
export function registerTraces(app: FastifyInstance, trusted: TrustedProxies): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const { traceparent } = trusted(socket.remoteAddress ?? '', 0) ? headers : {};
    request.span = beginSpan(`${request.method} ${toCallLabel(request)}`, {
      kind: 'server',
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
      attributes: { 'http.request.method': request.method, 'request.id': request.id },
    });
    request.span.run(done);
  });
  // Enters the span again, because the events of reading a body run outside it.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? span.run(done) : done()));
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    const error = statusCode >= 500 ? { error: String(statusCode) } : {};
    span?.end({ 'http.response.status_code': statusCode, ...error });
  });
}
