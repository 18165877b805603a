import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { failure } from '../../http/failures.ts';
import { answerFailure } from '../../http/serve.ts';

const query = z.object({ action: z.enum(['login', 'checkout']) });

/** GET /altcha/challenge?action=login: the work a browser has to do before it may send a code or an order. */
export function registerHumanCheck(app: FastifyInstance, context: Context): void {
  const { challenge } = context.outside.humanCheck;
  if (!challenge) return;
  app.get('/altcha/challenge', async (request, reply) => {
    const read = query.safeParse(request.query);
    if (!read.success) return answerFailure(reply, failure('field_required', { fieldName: 'action' }));
    return reply.header('cache-control', 'no-store').send(await challenge(read.data.action));
  });
}
