import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { HearEvent, PaymentEvent } from './port.ts';
import type { StripeClient } from './stripe-client.ts';

type Webhook = { client: StripeClient; secret: string; live: boolean; hear: HearEvent };

/**
 * POST /webhooks/stripe. The signature over the raw body comes first; 400 when it does not hold or is older than five minutes. 200 once the
 * event is settled, or is none of ours; 503 while it is not, so that Stripe tells it again.
 */
export function registerStripeWebhook(app: FastifyInstance, webhook: Webhook): void {
  const { client, secret, live, hear } = webhook;
  app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
      const header = request.headers['stripe-signature'];
      const event = read(client, { body: request.body, header, secret });
      if (event === null) {
        request.log.warn('a webhook without a valid signature was refused');
        return answer(reply, 400, 'The signature does not hold for this body, or is too old.');
      }
      if (event.livemode !== live || event.account) {
        request.log.warn({ eventId: event.id, type: event.type }, 'an event of another Stripe account was left alone');
        return answer(reply, 200, 'Not of this account.');
      }
      const heard = await hear(paymentEvent(event));
      return heard === 'settled' ? answer(reply, 200, 'Settled.') : answer(reply, 503, 'Not settled yet.');
    });
    ready();
  });
}

function answer(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ message });
}

type Received = { body: unknown; header: string | string[] | undefined; secret: string };

function read(client: StripeClient, { body, header, secret }: Received): Stripe.Event | null {
  if (!Buffer.isBuffer(body) || typeof header !== 'string') return null;
  try {
    return client.sdk.webhooks.constructEvent(body, header, secret);
  } catch {
    // A forged or old signature, a body that is no event: why is nobody's business outside.
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
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    return { id, type, about: 'refund', refundId: objectId };
  }
  if (type === 'charge.refunded' && typeof object.payment_intent === 'string') {
    return { id, type, about: 'refunds', paymentId: object.payment_intent };
  }
  return { id, type, about: 'nothing here' };
}
