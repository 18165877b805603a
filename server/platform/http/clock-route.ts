import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import { sendError } from './define-route.ts';

const body = z.object({ now: z.iso.datetime({ offset: true }) });

/** Adds POST /clock {now} if CLOCK=movable, which production never allows. */
export function registerClock(app: FastifyInstance, context: Context): void {
  const { clock } = context;
  const { moveTo } = clock;
  if (!moveTo) return;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', clock.now().toUTCString());
  });
  app.get('/clock', { schema: { hide: true } }, async () => ({ now: clock.now().toISOString() }));
  app.post('/clock', { schema: { hide: true } }, async (request, reply) => {
    const input = body.safeParse(request.body);
    if (!input.success) return sendError(reply, appError('time_invalid'));
    moveTo(new Date(input.data.now));
    await context.jobs.runScheduled('clock moved');
    return { now: clock.now().toISOString() };
  });
}
