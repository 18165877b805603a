import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { sendError } from '../../http/define-route.ts';
import { appError } from '../../kernel/errors.ts';

const query = z.object({ action: z.enum(['login', 'checkout']) });

/** GET /altcha/challenge?action=login: the work a browser has to do before it may send a code or an order. */
export function registerHumanCheck(app: FastifyInstance, context: Context): void {
  const { challenge } = context.integrations.humanCheck;
  if (!challenge) return;
  app.get('/altcha/challenge', async (request, reply) => {
    const read = query.safeParse(request.query);
    if (!read.success) return sendError(reply, appError('field_required', { fieldName: 'action' }));
    return reply.header('cache-control', 'no-store').send(await challenge(read.data.action));
  });
}
