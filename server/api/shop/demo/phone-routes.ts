import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { listPhoneMessages } from '#server/integrations/messages/phone/phone.ts';
import type { PhoneMessage } from '#server/integrations/messages/phone/phone-store.ts';

const query = z.object({ to: z.string().max(40).optional().catch('') });

export function registerPhone(app: FastifyInstance, context: Context): void {
  if (context.settings.MESSAGES !== 'phone') return;
  app.get('/phone/messages', async (request, reply) => {
    const { to } = query.parse(request.query);
    const messages = await listPhoneMessages(context, to);
    return reply.header('cache-control', 'no-store').send(messages.map(asJson));
  });
}

function asJson({ id, to, kind, text, mediaUrl, purpose, createdAt, status }: PhoneMessage) {
  return { id, to, kind, text, media_url: mediaUrl, purpose, created_at: createdAt.toISOString(), status };
}
