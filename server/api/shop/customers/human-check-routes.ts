import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { workForCode } from '#server/domain/customers/sign-in/human-check.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError } from '#server/platform/kernel/errors.ts';

const query = z.object({
  action: z.enum(['login', 'checkout']),
  prefix: z.string().max(30).default(''),
  channel: z.enum(['sms', 'email']).default('sms'),
});

/**
 * GET /altcha/challenge?action=login: the work a browser has to do before it may send a code or an order. With
 * `prefix`, a number less its last four digits, it is as much as a code to such a number takes now; with `channel=email`
 * as much as a code by mail.
 */
export function registerHumanCheck(app: FastifyInstance, context: Context): void {
  const { challenge } = context.integrations.humanCheck;
  if (!challenge) return;
  app.get('/altcha/challenge', { config: { limit: 'challenges' } }, async (request, reply) => {
    const read = query.safeParse(request.query);
    if (!read.success) return sendError(reply, appError('field_required', { fieldName: 'action' }));
    const { action, prefix, channel } = read.data;
    const work = action === 'login' ? await workForCode(context, { prefix, channel }) : 1;
    return reply.header('cache-control', 'no-store').send(await challenge(action, work));
  });
}
