import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { computeRequiredWork } from '#server/domain/customers/sign-in/human-check.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError } from '#server/platform/kernel/errors.ts';

const query = z.object({
  action: z.enum(['login', 'checkout']),
  prefix: z.string().max(30).default(''),
  channel: z.enum(['sms', 'email']).default('sms'),
});

/**
 * GET /altcha/challenge?action=login returns a proof-of-work challenge. Its difficulty is the current one for codes
 * texted to `prefix` (a number without its last four digits), or for emailed codes if `channel=email`.
 */
export function registerHumanCheck(app: FastifyInstance, context: Context): void {
  const { challenge } = context.integrations.humanCheck;
  if (!challenge) return;
  app.get('/altcha/challenge', { config: { limit: 'challenges' } }, async (request, reply) => {
    const read = query.safeParse(request.query);
    if (!read.success) return sendError(reply, appError('field_required', { fieldName: 'action' }));
    const { action, prefix, channel } = read.data;
    const work = action === 'login' ? await computeRequiredWork(context, { prefix, channel }) : 1;
    return reply.header('cache-control', 'no-store').send(await challenge(action, work));
  });
}
