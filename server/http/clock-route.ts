import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';

const body = z.object({ now: z.iso.datetime({ offset: true }) });

/** CLOCK=movable (tests, demonstrations; never in production): POST /clock {now} moves the shop's time. */
export function registerClock(app: FastifyInstance, context: Context): void {
  const { clock } = context;
  const { moveTo } = clock;
  if (!moveTo) return;
  app.get('/clock', { schema: { hide: true } }, async () => ({ now: clock.now().toISOString() }));
  app.post('/clock', { schema: { hide: true } }, async (request, reply) => {
    const wish = body.safeParse(request.body);
    if (!wish.success) return reply.code(400).send({ message: 'Send {"now": "2026-10-03T15:30:00Z"}.' });
    moveTo(new Date(wish.data.now));
    await context.jobs.sweep('clock moved');
    return { now: clock.now().toISOString() };
  });
}
