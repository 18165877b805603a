import type Stripe from 'stripe';
import type { PaymentEvent } from '../port.ts';
import type { StripeClient } from './stripe-client.ts';

type Received = { body: unknown; header: string | string[] | undefined };
type ReadEvent = { kind: 'of another account'; eventId: string; type: string } | { kind: 'ours'; event: PaymentEvent };

/** Returns null if the webhook's signature is wrong or over five minutes old. */
export type StripeEvents = { read(received: Received): ReadEvent | null };

export function createStripeEvents(client: StripeClient, options: { secret: string; live: boolean }): StripeEvents {
  return {
    read(received) {
      const event = verifyEvent(client, received, options.secret);
      if (event === null) return null;
      const { id: eventId, type } = event;
      if (event.livemode !== options.live || event.account) return { kind: 'of another account', eventId, type };
      return { kind: 'ours', event: toPaymentEvent(event) };
    },
  };
}

function verifyEvent(client: StripeClient, { body, header }: Received, secret: string): Stripe.Event | null {
  if (!Buffer.isBuffer(body) || typeof header !== 'string') return null;
  try {
    return client.sdk.webhooks.constructEvent(body, header, secret);
  } catch {
    // Do not reveal what was wrong with the signature.
    return null;
  }
}

function toPaymentEvent(event: Stripe.Event): PaymentEvent {
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
