import type { FastifyInstance } from 'fastify';
import { beginSpan } from '../../kernel/telemetry/tracing.ts';
import { callOf } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: ReturnType<typeof beginSpan> | null;
  }
}

/** Each request is a span, a refused one as well, of the trace that a proxy or browser began where it says so. */
export function registerTraces(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    request.span = beginSpan(`${request.method} ${callOf(request)}`, {
      kind: 'server',
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
      attributes: { 'http.request.method': request.method, 'request.id': request.id },
    });
    request.span.run(done);
  });
  // Once more: the events of a body's reading are outside of the span.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? span.run(done) : done()));
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    const error = statusCode >= 500 ? { error: String(statusCode) } : {};
    span?.end({ 'http.response.status_code': statusCode, ...error });
  });
}
