import { maxHeaderSize } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { isUnavailable } from '#server/platform/database/database-errors.ts';
import { isBusy } from '#server/platform/kernel/concurrency.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { sendError } from './define-route.ts';
import { pickRetrySeconds, refuseBusy } from './load/refuse-busy.ts';

const KNOWN: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_not_json',
};

function toErrorCode(error: FastifyError): ErrorCode {
  const knownError = KNOWN[error.code];
  if (knownError) return knownError;
  if (error.statusCode === 429) return 'too_many_requests';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'body_not_json' : 'unexpected';
}

/**
 * Replaces responses that Fastify writes before hooks and error handlers run. Treats malformed URLs as unknown; routes
 * validate parameters of any length.
 */
export const ownAnswers: Pick<FastifyServerOptions, 'rewriteUrl' | 'return503OnClosing' | 'routerOptions'> = {
  rewriteUrl: ({ url = '' }) => readableAddress(url),
  return503OnClosing: false,
  routerOptions: { maxParamLength: maxHeaderSize },
};

function readableAddress(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return canBeDecoded(path) ? url : `${path.startsWith('/rest/') ? '/rest' : ''}/unreadable`;
}

/** Uses the result of decodeURIComponent(), because the bundler drops unused calls and their errors. */
function canBeDecoded(path: string): boolean {
  try {
    return decodeURIComponent(path).length > 0;
  } catch {
    return false;
  }
}

const CLIENT_CLOSED_REQUEST = 499;

function isClientGone(error: FastifyError, { raw: request }: FastifyRequest, { raw: response }: FastifyReply): boolean {
  if (!response.destroyed) return false;
  return error === request.errored || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.name === 'AbortError';
}

/** Logs unexpected errors. The response contains no stack or driver message. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply): FastifyReply => {
    if (isClientGone(error, request, reply)) {
      request.log.info({ reason: error.code || error.name }, 'request.client_gone');
      return reply.code(CLIENT_CLOSED_REQUEST).send();
    }
    if (isBusy(error)) return sendError(reply, { ...appError('busy'), retryAfter: pickRetrySeconds() });
    if (isUnavailable(error)) {
      request.log.error({ err: error }, 'request.unavailable');
      return sendError(reply, { ...appError('unavailable'), retryAfter: pickRetrySeconds() });
    }
    const code = toErrorCode(error);
    if (code === 'unexpected') request.log.error({ err: error }, 'request.failed');
    return sendError(reply, appError(code));
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // While closing, rejects requests on connections that are still open.
  app.addHook('onRequest', async (request, reply) => {
    if (!isClosing) return;
    reply.hijack();
    refuseBusy(request.raw, reply.raw);
  });
  // Rejects '*' and absolute request targets, which are meant for proxies.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/')) return sendError(reply, appError('field_invalid', { fieldName: 'path' }));
  });
  const noRoute = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendError(reply, appError('no_route'));
  app.setNotFoundHandler(noRoute);
  // Without these routes, pages would answer unknown API calls.
  for (const url of ['/rest', '/rest/*'])
    app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler: noRoute });
}
