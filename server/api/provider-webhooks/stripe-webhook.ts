import type { FastifyInstance, FastifyReply } from 'fastify';
import type { HandleProviderEvent } from '#server/integrations/payments/port.ts';
import type { StripeEvents } from '#server/integrations/payments/stripe/stripe-events.ts';
import { sendError } from '#server/platform/http/define-route.ts';
import { toProviderPrincipal } from '#server/platform/http/principal.ts';
import { appError } from '#server/platform/kernel/errors.ts';

type Webhook = { read: StripeEvents['read']; handleEvent: HandleProviderEvent };

/**
 * Verifies the signature of the raw body first, and returns 400 if it is invalid or older than five minutes. Returns
 * 503 until the event is settled, so that Stripe retries.
 */
export function registerStripeWebhook(app: FastifyInstance, webhook: Webhook): void {
  const { read, handleEvent } = webhook;
  app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
      const received = read({ body: request.body, header: request.headers['stripe-signature'] });
      const principal = toProviderPrincipal('payments', received !== null);
      if (received === null || principal.kind === 'nobody') {
        request.log.warn('stripe.webhook_rejected');
        return sendError(reply, appError('signature_invalid'));
      }
      if (received.kind === 'of another account') {
        const { eventId, type } = received;
        request.log.warn({ eventId, type }, 'stripe.event_of_other_account');
        return answer(reply, 'Not of this account.');
      }
      const result = await handleEvent(received.event);
      return result === 'settled' ? answer(reply, 'Settled.') : sendError(reply, appError('event_not_settled'));
    });
    ready();
  });
}

function answer(reply: FastifyReply, message: string): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ message });
}
