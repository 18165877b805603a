import type Stripe from 'stripe';
import type { DeclineCode } from '#server/platform/kernel/decline-codes.ts';
import { type CardFacts, type PaymentOutcome, paymentsUnreachable } from '../port.ts';
import { rejectionError, type StripeRequestError } from './stripe-client.ts';

const HIDDEN_DECLINE_CODES = new Set(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card']);
const CODES: Record<string, DeclineCode> = {
  generic_decline: 'card_declined',
  insufficient_funds: 'card_without_funds',
};
const SECURITY_CODE = 'payment_method_options[card][cvc_token]';
const GENERIC_DECLINE = 'Your card was declined.';
const GENERIC_ERROR = 'There was an error processing your payment.';

type Declined = Extract<PaymentOutcome, { state: 'declined' }>;

/**
 * Returns a decline; nothing was charged. Unknown or already used payment methods and tokens are not logged, because
 * only the customer can change them.
 */
export function toDeclined(error: StripeRequestError): Declined {
  const { type, code, declineCode, param, message, intentId } = error;
  if (type === 'card_error') {
    return { state: 'declined', paymentId: intentId, ...describeDecline(declineCode, message) };
  }
  if (type === 'invalid_request_error' && (param === 'payment_method' || param === SECURITY_CODE)) {
    return { state: 'declined', paymentId: intentId, message };
  }
  const requestError = rejectionError(error);
  const customerUnknown = code === 'resource_missing' && param === 'customer';
  return {
    state: 'declined',
    paymentId: null,
    message: GENERIC_ERROR,
    code: 'payment_failed',
    requestError,
    ...(customerUnknown ? { customerUnknown } : {}),
  };
}

/** Throws while Stripe has not decided the payment. */
export function toOutcome(intent: Stripe.PaymentIntent): PaymentOutcome {
  const { id: paymentId, status, client_secret: clientSecret, last_payment_error: error } = intent;
  if (status === 'succeeded') {
    const { amount, amount_received: receivedCents } = intent;
    return { state: 'captured', paymentId, ...(receivedCents < amount ? { receivedCents } : {}) };
  }
  if (status === 'requires_capture') return { state: 'authorised', paymentId, ...readCardFacts(intent) };
  if (status === 'requires_action' && clientSecret) return { state: 'requires_action', paymentId, clientSecret };
  if (status === 'processing' || status === 'requires_confirmation') {
    throw paymentsUnreachable(new Error(`The payment is still ${status}.`));
  }
  if (status === 'canceled' && !error) return { state: 'voided', paymentId };
  return { state: 'declined', paymentId, ...describeDecline(error?.decline_code, error?.message) };
}

function readCardFacts({ latest_charge: charge }: Stripe.PaymentIntent): { card?: CardFacts } {
  const card = charge && typeof charge === 'object' ? charge.payment_method_details?.card : null;
  if (!card) return {};
  const failed = (check: string | null | undefined): boolean => check === 'fail';
  const { address_postal_code_check: postcode, cvc_check: securityCode } = card.checks ?? {};
  const failedChecks: CardFacts['failedChecks'] = [
    ...(failed(postcode) ? (['postcode'] as const) : []),
    ...(failed(securityCode) ? (['security code'] as const) : []),
  ];
  const rightCode = securityCode === 'pass' ? { hasRightSecurityCode: true as const } : {};
  return { card: { country: card.country, failedChecks, ...rightCode } };
}

function describeDecline(
  declineCode: string | undefined,
  message: string | undefined,
): Pick<Declined, 'message' | 'code'> {
  const hidden = declineCode !== undefined && HIDDEN_DECLINE_CODES.has(declineCode);
  if (hidden || !message) return { message: GENERIC_DECLINE, code: 'card_declined' };
  const code = CODES[declineCode ?? ''];
  return { message, ...(code ? { code } : {}) };
}
