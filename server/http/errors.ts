import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { isBusy } from '../kernel/concurrency.ts';
import { appError } from '../kernel/errors.ts';
import { sendError } from './define-route.ts';
import { comeAgain } from './load/refuse-busy.ts';

const KNOWN: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_not_json',
};

function codeOf(error: FastifyError): ErrorCode {
  const known = KNOWN[error.code];
  if (known) return known;
  if (error.statusCode === 429) return 'too_many_requests';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'body_not_json' : 'unexpected';
}

/** Unexpected errors: logged with the request id, returned in Magento's error body without a stack or driver message. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply): FastifyReply => {
    if (isBusy(error)) return sendError(reply, { ...appError('busy'), retryAfter: comeAgain() });
    if (isUnavailable(error)) {
      request.log.error({ err: error }, 'request.unavailable');
      return sendError(reply, { ...appError('unavailable'), retryAfter: comeAgain() });
    }
    const code = codeOf(error);
    if (code === 'unexpected') request.log.error({ err: error }, 'request.failed');
    return sendError(reply, appError(code));
  });
  // With a host or '*' in the place of the path: for a proxy, which this is not.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/')) return sendError(reply, appError('field_invalid', { fieldName: 'path' }));
  });
  const noRoute = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendError(reply, appError('no_route'));
  app.setNotFoundHandler(noRoute);
  // The shop's pages take every other address that can be read: an address of no call is none of them.
  for (const url of ['/rest', '/rest/*'])
    app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler: noRoute });
}
