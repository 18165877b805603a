import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { sendError } from '#server/platform/http/define-route.ts';
import { appError } from '#server/platform/kernel/errors.ts';
import type { HandleProviderEvent, PaymentEvent } from '../port.ts';
import type { StripeClient } from './stripe-client.ts';

type Webhook = { client: StripeClient; secret: string; live: boolean; handleEvent: HandleProviderEvent };

/**
 * POST /webhooks/stripe. The signature over the raw body comes first; 400 when it does not hold or is older than five
 * minutes. 200 once the event is settled, or is none of ours; 503 while it is not, so that Stripe sends it again.
 */
export function registerStripeWebhook(app: FastifyInstance, webhook: Webhook): void {
  const { client, secret, live, handleEvent } = webhook;
  app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
      const header = request.headers['stripe-signature'];
      const event = read(client, { body: request.body, header, secret });
      if (event === null) {
        request.log.warn('stripe.webhook_rejected');
        return sendError(reply, appError('signature_invalid'));
      }
      if (event.livemode !== live || event.account) {
        request.log.warn({ eventId: event.id, type: event.type }, 'stripe.event_of_other_account');
        return answer(reply, 'Not of this account.');
      }
      const result = await handleEvent(paymentEvent(event));
      return result === 'settled' ? answer(reply, 'Settled.') : sendError(reply, appError('event_not_settled'));
    });
    ready();
  });
}

function answer(reply: FastifyReply, message: string): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ message });
}

type Received = { body: unknown; header: string | string[] | undefined; secret: string };

function read(client: StripeClient, { body, header, secret }: Received): Stripe.Event | null {
  if (!Buffer.isBuffer(body) || typeof header !== 'string') return null;
  try {
    return client.sdk.webhooks.constructEvent(body, header, secret);
  } catch {
    // A forged or old signature, or a body that is no event. The answer does not say which.
    return null;
  }
}

/** What an event is about, in the port's words. Its object only says whom to ask about. */
function paymentEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  const object = event.data.object as { id?: string; payment_intent?: unknown; metadata?: Record<string, string> };
  const objectId = object.id ?? '';
  if (type.startsWith('payment_intent.')) {
    return { id, type, about: 'payment', paymentId: objectId, key: object.metadata?.attempt ?? null };
  }
  if (type.startsWith('charge.dispute.')) return { id, type, about: 'dispute', disputeId: objectId };
  if (type.startsWith('radar.early_fraud_warning.'))
    return { id, type, about: 'warning', kind: 'early fraud warning', warningId: objectId };
  if (type.startsWith('review.')) return { id, type, about: 'warning', kind: 'review', warningId: objectId };
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    return { id, type, about: 'refund', refundId: objectId };
  }
  if (type === 'charge.refunded' && typeof object.payment_intent === 'string') {
    return { id, type, about: 'refunds', paymentId: object.payment_intent };
  }
  return { id, type, about: 'nothing here' };
}
