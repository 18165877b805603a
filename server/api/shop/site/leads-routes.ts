import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type LeadAnswer, leadAnswer, leadRequest } from '#contract/leads.ts';
import { errorBody } from '#contract/shapes/error.ts';
import type { Context } from '#server/context.ts';
import { saveLead } from '#server/domain/site/save-lead.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError, isAppError } from '#server/platform/kernel/errors.ts';

/**
 * POST /leads returns 201 `{status: true}`, 400 `{status: false, input_validation}` with each wrong field (r_token if
 * the bot check fails), 400 with an error body, or 429 with Retry-After.
 */
export function registerLeads(app: FastifyInstance, context: Context): void {
  const schema = {
    summary: 'A request for a demonstration of the shop',
    tags: ['leads'],
    body: leadRequest,
    response: { 201: leadAnswer, 400: z.union([leadAnswer, errorBody]), 429: errorBody },
  };
  app.route({
    method: 'POST',
    url: '/leads',
    schema,
    // The handler parses the body itself (http/define-route.ts).
    validatorCompiler: () => () => true,
    serializerCompiler: () => (data) => JSON.stringify(data),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const read = leadRequest.safeParse(request.body ?? {});
      if (!read.success) return sendError(reply, appError('input_exceptions'));
      const stored = await saveLead(context, { input: read.data, address: request.ip });
      if (isAppError(stored)) return sendError(reply, stored, { fieldsStatus: 400 });
      return reply.code(201).send({ status: true } satisfies LeadAnswer);
    },
  });
}
