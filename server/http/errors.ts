import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { type FailureCode, failure } from './failures.ts';
import { answerFailure } from './serve.ts';

const KNOWN: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_not_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_not_json',
};

function codeOf(error: FastifyError): FailureCode {
  const known = KNOWN[error.code];
  if (known) return known;
  if (error.statusCode === 429) return 'too_many_requests';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'body_not_json' : 'unexpected';
}

/** Surprises: logged with the request id, answered in Magento's error body without a stack or a driver's words. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply): FastifyReply => {
    const code = codeOf(error);
    if (code === 'unexpected') request.log.error({ err: error }, 'unexpected error');
    return answerFailure(reply, failure(code));
  });
  app.setNotFoundHandler((_request, reply) => answerFailure(reply, failure('no_route')));
}
