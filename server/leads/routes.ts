import type { FastifyInstance } from 'fastify';
import { type LeadAnswer, leadAnswer, leadRequest } from '#contract/leads.ts';
import type { Context } from '../context.ts';
import { failure, tooMany } from '../http/failures.ts';
import { answerFailure } from '../http/serve.ts';
import { storeLead } from './store-lead.ts';

/**
 * `POST /leads`: a request for a demonstration. 201 `{status: true}`; 400 `{status: false, input_validation}` with a
 * message for each wrong field (a refused human check stands under r_token); 429 with Retry-After for too many from one address.
 */
export function registerLeads(app: FastifyInstance, context: Context): void {
  const schema = {
    summary: 'A request for a demonstration of the shop',
    tags: ['leads'],
    body: leadRequest,
    response: { 201: leadAnswer, 400: leadAnswer },
  };
  app.route({
    method: 'POST',
    url: '/leads',
    schema,
    // The handler parses by itself, as every call of the shop does (http/serve.ts).
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const read = leadRequest.safeParse(request.body ?? {});
      if (!read.success) return answerFailure(reply, failure('input_exceptions'));
      const stored = await storeLead(context, { wish: read.data, address: request.ip });
      if (stored.ok) return reply.code(201).send({ status: true } satisfies LeadAnswer);
      if (stored.why === 'limit') return answerFailure(reply, tooMany(stored.retryAfter));
      return reply.code(400).send({ status: false, input_validation: stored.problems });
    },
  });
}
