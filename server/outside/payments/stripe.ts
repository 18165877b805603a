import Stripe from 'stripe';
import type { SavedCard } from '#contract/checkout.ts';
import { type PaymentOutcome, type PaymentRequest, type Payments, paymentsUnreachable } from './port.ts';

const REASONS_NOT_TOLD = new Set(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card']);
const GENERIC_DECLINE = 'Your card was declined.';
const GENERIC_FAULT = 'There was an error processing your payment.';

export type StripeOptions = { secretKey: string; apiBase: string | undefined; returnUrl: string };

/** Stripe behind the payment port. The shopper is present at checkout, so off_session is never sent (field notes 3). */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = client(options);
  return {
    name: 'stripe',
    async createCustomer({ memberId, name, email, phone }) {
      const fields = { name, email, phone, metadata: { member_id: String(memberId) } };
      const customer = await reached(() => stripe.customers.create(fields, { idempotencyKey: `customer-${memberId}` }));
      return customer.id;
    },
    open: (request) => open(stripe, request),
    confirm: (paymentId) => confirm(stripe, { paymentId, returnUrl: options.returnUrl }),
    look: async (paymentId) => outcomeOf(await reached(() => stripe.paymentIntents.retrieve(paymentId))),
    capture: async (paymentId) =>
      outcomeOf(
        await reached(() => stripe.paymentIntents.capture(paymentId, {}, { idempotencyKey: `capture-${paymentId}` })),
      ),
    release: (paymentId) => release(stripe, paymentId),
    async savedCards(customerId) {
      const list = await reached(() => stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }));
      return list.data.flatMap((method) => (method.card ? [savedCard(method.id, method.card)] : []));
    },
  };
}

function client({ secretKey, apiBase }: StripeOptions): Stripe {
  const common = { maxNetworkRetries: 2, timeout: 20_000, telemetry: false };
  if (!apiBase) return new Stripe(secretKey, common);
  const url = new URL(apiBase);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    ...common,
    host: url.hostname,
    port: url.port || (protocol === 'http' ? '80' : '443'),
    protocol,
  });
}

function savedCard(id: string, card: Stripe.PaymentMethod.Card): SavedCard {
  return { id, brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year };
}

async function open(stripe: Stripe, request: PaymentRequest): ReturnType<Payments['open']> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: request.amountCents,
    currency: request.currency,
    customer: request.customerId,
    payment_method: request.paymentMethod,
    capture_method: request.capture ? 'automatic' : 'manual',
    allowed_payment_method_types: ['card'],
    metadata: {
      order_id: String(request.orderId),
      cart_id: String(request.cartId),
      attempt: request.idempotencyKey,
    },
    ...(request.saveCard ? { setup_future_usage: 'off_session' as const } : {}),
  };
  try {
    const intent = await stripe.paymentIntents.create(params, { idempotencyKey: request.idempotencyKey });
    return { paymentId: intent.id };
  } catch (error) {
    return refusedBy(error);
  }
}

/** An intent that is already paid or ended refuses to be confirmed: then what it became is the answer. */
async function confirm(stripe: Stripe, wish: { paymentId: string; returnUrl: string }): Promise<PaymentOutcome> {
  const { paymentId, returnUrl } = wish;
  try {
    const params = { use_stripe_sdk: true, return_url: returnUrl };
    return outcomeOf(
      await stripe.paymentIntents.confirm(paymentId, params, { idempotencyKey: `confirm-${paymentId}` }),
    );
  } catch (error) {
    if (isState(error)) return outcomeOf(await reached(() => stripe.paymentIntents.retrieve(paymentId)));
    return refusedBy(error);
  }
}

/** One that is paid or ended stays as it is: whoever asks looks afterwards. */
async function release(stripe: Stripe, paymentId: string): Promise<void> {
  try {
    await stripe.paymentIntents.cancel(paymentId, {}, { idempotencyKey: `release-${paymentId}` });
  } catch (error) {
    if (!isState(error)) throw unreachable(error);
  }
}

const isState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

type Declined = Extract<PaymentOutcome, { state: 'declined' }>;

/**
 * A card error is an outcome, and so is a definite refusal of our request (wrong key, wrong amount): the attempt is over and nothing was
 * charged. Only no answer, or a fault on the provider's side, leaves the outcome unknown.
 */
function refusedBy(error: unknown): Declined {
  const { StripeCardError, StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } =
    Stripe.errors;
  if (error instanceof StripeCardError) {
    const hidden = error.decline_code !== undefined && REASONS_NOT_TOLD.has(error.decline_code);
    return {
      state: 'declined',
      paymentId: error.payment_intent?.id ?? null,
      message: hidden ? GENERIC_DECLINE : error.message,
    };
  }
  // An unknown or already used payment method is the shopper's to mend, not a fault.
  if (error instanceof StripeInvalidRequestError && error.param === 'payment_method') {
    return { state: 'declined', paymentId: null, message: error.message };
  }
  const definite = [StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError];
  if (definite.some((kind) => error instanceof kind)) {
    return { state: 'declined', paymentId: null, message: GENERIC_FAULT, fault: error };
  }
  throw unreachable(error);
}

function unreachable(error: unknown): unknown {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError } = Stripe.errors;
  const unknown = [StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError];
  return unknown.some((kind) => error instanceof kind) ? paymentsUnreachable(error) : error;
}

async function reached<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw unreachable(error);
  }
}

function outcomeOf(intent: Stripe.PaymentIntent): PaymentOutcome {
  if (intent.status === 'succeeded') return { state: 'captured', paymentId: intent.id };
  if (intent.status === 'requires_capture') return { state: 'authorised', paymentId: intent.id };
  if (intent.status === 'requires_action' && intent.client_secret) {
    return { state: 'requires_action', paymentId: intent.id, clientSecret: intent.client_secret };
  }
  if (intent.status === 'processing') throw paymentsUnreachable(new Error(`Payment ${intent.id} is still processing.`));
  if (intent.status === 'canceled') return { state: 'voided', paymentId: intent.id };
  return { state: 'declined', paymentId: intent.id, message: intent.last_payment_error?.message ?? GENERIC_DECLINE };
}
