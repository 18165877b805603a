import type Stripe from 'stripe';
import type { DeclineCode } from '../../../kernel/decline-codes.ts';
import { type PaymentOutcome, paymentsUnreachable } from '../port.ts';
import { refusalForLog, type StripeRefusal } from './stripe-client.ts';

const REASONS_NOT_TOLD = new Set(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card']);
/** Stripe's decline codes whose words are those of an error code of ours. */
const CODES: Record<string, DeclineCode> = {
  generic_decline: 'card_declined',
  insufficient_funds: 'card_without_funds',
};
const GENERIC_DECLINE = 'Your card was declined.';
const GENERIC_FAULT = 'There was an error processing your payment.';

type Declined = Extract<PaymentOutcome, { state: 'declined' }>;

/**
 * A refusal ends the attempt, nothing was charged: a card error in the provider's words, anything else as a fault of
 * ours. An unknown or already used payment method is the shopper's to mend, not a fault.
 */
export function declinedBy(refusal: StripeRefusal): Declined {
  const { type, code, declineCode, param, message, intentId } = refusal;
  if (type === 'card_error') {
    return { state: 'declined', paymentId: intentId, ...tellable(declineCode, message) };
  }
  if (type === 'invalid_request_error' && param === 'payment_method') {
    return { state: 'declined', paymentId: intentId, message };
  }
  const fault = refusalForLog(refusal);
  const customerGone = code === 'resource_missing' && param === 'customer';
  return {
    state: 'declined',
    paymentId: null,
    message: GENERIC_FAULT,
    code: 'payment_failed',
    fault,
    ...(customerGone ? { customerGone } : {}),
  };
}

/** What an intent is at this moment. Throws while the provider has not decided. */
export function outcomeOf(intent: Stripe.PaymentIntent): PaymentOutcome {
  const { id: paymentId, status, client_secret: clientSecret, last_payment_error: error } = intent;
  if (status === 'succeeded') {
    const { amount, amount_received: receivedCents } = intent;
    return { state: 'captured', paymentId, ...(receivedCents < amount ? { receivedCents } : {}) };
  }
  if (status === 'requires_capture') return { state: 'authorised', paymentId };
  if (status === 'requires_action' && clientSecret) return { state: 'requires_action', paymentId, clientSecret };
  if (status === 'processing' || status === 'requires_confirmation') {
    throw paymentsUnreachable(new Error(`A payment is still ${status}.`));
  }
  if (status === 'canceled' && !error) return { state: 'voided', paymentId };
  return { state: 'declined', paymentId, ...tellable(error?.decline_code, error?.message) };
}

function tellable(declineCode: string | undefined, message: string | undefined): Pick<Declined, 'message' | 'code'> {
  const hidden = declineCode !== undefined && REASONS_NOT_TOLD.has(declineCode);
  if (hidden || !message) return { message: GENERIC_DECLINE, code: 'card_declined' };
  const code = CODES[declineCode ?? ''];
  return { message, ...(code ? { code } : {}) };
}
