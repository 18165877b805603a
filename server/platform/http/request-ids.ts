import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#server/settings.ts';
import type { TrustedProxies } from './proxies/trusted-proxies.ts';
import { fileHeaders } from './security.ts';

export const REQUEST_ID = 'x-request-id';

export const REQUEST_NAMES = [REQUEST_ID, 'traceparent'] as const;

const PROXYS_ID = /^[\w.:=-]{8,128}$/;
const TRACE_ID = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}\b/;

/** Uses request ids from trusted proxies only; otherwise creates a UUID. */
export function createRequestIds(trusted: TrustedProxies): (request: IncomingMessage) => string {
  return ({ headers, socket }) =>
    (trusted(socket.remoteAddress ?? '', 0) ? readProxyRequestId(headers) : undefined) ?? randomUUID();
}

function readProxyRequestId({ [REQUEST_ID]: id, traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof id === 'string' && PROXYS_ID.test(id)) return id;
  return typeof traceparent === 'string' ? TRACE_ID.exec(traceparent)?.[1] : undefined;
}

export function registerRequestIds(app: FastifyInstance, { TRUST_PROXY = 'none' }: Settings): void {
  let isWarned = TRUST_PROXY !== 'none' && TRUST_PROXY !== '0';
  app.addHook('onRequest', async ({ id, log, headers, routeOptions }, reply) => {
    if (routeOptions.config.helmet !== fileHeaders) reply.header(REQUEST_ID, id);
    if (isWarned || headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    log.warn('proxy.not_trusted');
  });
}
