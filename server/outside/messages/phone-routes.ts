import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toE164 } from '#contract/rules/mobile.ts';
import type { Context } from '../../context.ts';
import { type PhoneMessage, readMessages } from './phone-store.ts';

const MOST_OF_ONE = 500;
const MOST_OF_ALL = 100;

/** The array form counts as no number: `to=a&to=b` names nobody. */
const query = z.object({ to: z.string().max(40).optional().catch('') });

/** GET /phone/messages?to=+61412345678: what the demo phone has received, newest first. Only with MESSAGES=phone. */
export function registerPhone(app: FastifyInstance, context: Context): void {
  if (context.settings.MESSAGES !== 'phone') return;
  app.get('/phone/messages', async (request, reply) => {
    const { to } = query.parse(request.query);
    const number = to === undefined ? null : numberOf(to);
    const most = number === null ? MOST_OF_ALL : MOST_OF_ONE;
    const found = await readMessages(context.database.orm, { to: number, most });
    return reply.header('cache-control', 'no-store').send(found.map(asJson));
  });
}

/** A '+' in a query string means a space to many clients, so one at the front stands for the plus. */
function numberOf(to: string): string {
  const typed = to.replace(/^ /, '+');
  return toE164(typed) ?? typed;
}

function asJson({ id, to, kind, text, mediaUrl, purpose, createdAt, status }: PhoneMessage) {
  return { id, to, kind, text, media_url: mediaUrl, purpose, created_at: createdAt.toISOString(), status };
}
