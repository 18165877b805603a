import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import type { Context } from '../../context.ts';

const query = z.object({
  action: z.enum(['login', 'checkout']),
  prefix: z.string().max(30).default(''),
  channel: z.enum(['sms', 'email']).default('sms'),
});

/** How many times the least work a code takes now; `prefix`: the run of numbers it goes to, '' while none is known. */
type WorkFor = (asked: { channel: 'sms' | 'email'; prefix: string }) => Promise<number>;

/**
 * GET /altcha/challenge?action=login: the work a browser has to do before it may send a code or an order. With
 * `prefix`, a number less its last four digits, it is as much as a code to such a number takes now; with `channel=email`
 * as much as a code by mail.
 */
export function registerHumanCheck(app: FastifyInstance, context: Context, workFor: WorkFor): void {
  const { challenge } = context.integrations.humanCheck;
  if (!challenge) return;
  app.get('/altcha/challenge', { config: { limit: 'challenges' } }, async (request, reply) => {
    const read = query.safeParse(request.query);
    if (!read.success) return sendError(reply, appError('field_required', { fieldName: 'action' }));
    const { action, prefix, channel } = read.data;
    const work = action === 'login' ? await workFor({ prefix, channel }) : 1;
    return reply.header('cache-control', 'no-store').send(await challenge(action, work));
  });
}
