import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';
import type { NewCustomer, PaymentOutcome, PaymentRequest, Payments } from '../port.ts';
import { listStoredCards, removeCard } from './stripe-cards.ts';
import { rejectionError, type StripeClient, type StripeRequestError } from './stripe-client.ts';
import { listStripeMovements } from './stripe-movements.ts';
import { toDeclined, toOutcome } from './stripe-outcomes.ts';
import { createStripeRefunds } from './stripe-refunds.ts';
import { writeOnce } from './stripe-write.ts';

export type StripeOptions = { account: PaymentAccount; publishableKey: string; returnUrl: string };

/** Never sends off_session, because the customer is present. Stripe stores idempotency keys for a day. */
export function createStripePayments(client: StripeClient, options: StripeOptions): Payments {
  return {
    name: 'stripe',
    account: options.account,
    publishableKey: options.publishableKey,
    createCustomer: (customer) => createCustomer(client, customer),
    deleteCustomer: (providerCustomerId) => deleteCustomer(client, providerCustomerId),
    createPayment: (request) => createPayment(client, request),
    confirm: (paymentId, { mayBeConfirmed = false, securityCodeToken = null } = {}) =>
      (mayBeConfirmed ? confirmAgain : confirm)(client, { paymentId, securityCodeToken, returnUrl: options.returnUrl }),
    retrieve: (paymentId) => retrieve(client, paymentId),
    capture: (paymentId) => capture(client, paymentId),
    cancel: (paymentId) => cancel(client, paymentId),
    savedCards: (providerCustomerId) => listStoredCards(client, providerCustomerId),
    removeCard: (providerCustomerId, paymentMethod) => removeCard(client, { providerCustomerId, paymentMethod }),
    ...createStripeRefunds(client),
    movements: (window) => listStripeMovements(client, window),
  };
}

/**
 * Derives the idempotency key from all fields of the customer, because Stripe rejects a reused key with other fields.
 */
async function createCustomer(client: StripeClient, customer: NewCustomer): Promise<string> {
  const { customerId, name, email, phone } = customer;
  const print = createHash('sha256').update(JSON.stringify(customer)).digest('hex').slice(0, 16);
  const fields = { name, email, phone, metadata: { customer_id: String(customerId) } };
  const answer = await writeOnce(client, {
    object: 'customer',
    key: `customer-${customerId}-${print}`,
    run: (options) => client.sdk.customers.create(fields, options),
  });
  if (answer.ok) return answer.value.id;
  throw rejectionError(answer.error);
}

/** Deletes the customer at Stripe, which keeps the records that the law requires. */
async function deleteCustomer(client: StripeClient, providerCustomerId: string): Promise<void> {
  const answer = await client.ask('customer', () => client.sdk.customers.del(providerCustomerId));
  if (!answer.ok && answer.error.code !== 'resource_missing') throw rejectionError(answer.error);
}

async function createPayment(client: StripeClient, request: PaymentRequest): ReturnType<Payments['createPayment']> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: request.amountCents,
    currency: request.currency.toLowerCase(),
    customer: request.providerCustomerId,
    payment_method: request.paymentMethod,
    capture_method: request.capture ? 'automatic' : 'manual',
    allowed_payment_method_types: ['card'],
    metadata: {
      order_id: String(request.orderId),
      cart_id: String(request.cartId),
      attempt: request.idempotencyKey,
    },
    expand: ['payment_method'],
    ...(request.saveCard ? { setup_future_usage: 'off_session' as const } : {}),
  };
  // An intent whose id is lost is never confirmed, so it charges nothing.
  const answer = await writeOnce(client, {
    object: 'payment_intent',
    key: request.idempotencyKey,
    run: (options) => client.sdk.paymentIntents.create(params, options),
  });
  if (!answer.ok) return toDeclined(answer.error);
  const { id: paymentId, payment_method: method } = answer.value;
  const card = method && typeof method === 'object' ? method.card : null;
  return { paymentId, cardPrint: card?.fingerprint ?? null };
}

const WITH_CHARGE = ['latest_charge'];

type Confirming = { paymentId: string; securityCodeToken: string | null; returnUrl: string };

/** Looks the payment up first, because Stripe replays its first response for the same idempotency key for a day. */
async function confirmAgain(client: StripeClient, confirming: Confirming): Promise<PaymentOutcome> {
  const intent = await retrieveIntent(client, confirming.paymentId);
  return intent.status === 'requires_confirmation'
    ? confirm(client, confirming)
    : cancelFailedChallenge(client, intent);
}

/** Returns the payment's current state if it is already paid, ended or confirmed. */
async function confirm(
  client: StripeClient,
  { paymentId, securityCodeToken, returnUrl }: Confirming,
): Promise<PaymentOutcome> {
  const params: Stripe.PaymentIntentConfirmParams = {
    use_stripe_sdk: true,
    return_url: returnUrl,
    expand: WITH_CHARGE,
    ...(securityCodeToken === null ? {} : { payment_method_options: { card: { cvc_token: securityCodeToken } } }),
  };
  const answer = await writeOnce(client, {
    object: 'payment_intent',
    key: `confirm-${paymentId}`,
    run: (options) => client.sdk.paymentIntents.confirm(paymentId, params, options),
    findResult: createMovedCheck(client, { paymentId, states: ['requires_confirmation'] }),
  });
  if (answer.ok) return toOutcome(answer.value);
  return isUnexpectedState(answer.error) ? retrieve(client, paymentId) : toDeclined(answer.error);
}

/** Returns null while the intent is in one of `states`, because only these allow this write. */
function createMovedCheck(client: StripeClient, { paymentId, states }: { paymentId: string; states: string[] }) {
  return async (): Promise<Stripe.PaymentIntent | null> => {
    const intent = await retrieveIntent(client, paymentId);
    return states.includes(intent.status) ? null : intent;
  };
}

/** Cancels the payment after a failed challenge; otherwise, the browser could pay unnoticed with another card. */
async function cancelFailedChallenge(client: StripeClient, intent: Stripe.PaymentIntent): Promise<PaymentOutcome> {
  if (intent.status !== 'requires_payment_method') return toOutcome(intent);
  await cancel(client, intent.id);
  const after = await retrieveIntent(client, intent.id);
  return toOutcome(after.status === 'canceled' ? intent : after);
}

async function retrieve(client: StripeClient, paymentId: string): Promise<PaymentOutcome> {
  return cancelFailedChallenge(client, await retrieveIntent(client, paymentId));
}

async function retrieveIntent(client: StripeClient, paymentId: string): Promise<Stripe.PaymentIntent> {
  const answer = await client.ask('payment_intent', () =>
    client.sdk.paymentIntents.retrieve(paymentId, { expand: WITH_CHARGE }),
  );
  if (answer.ok) return answer.value;
  throw rejectionError(answer.error);
}

async function capture(client: StripeClient, paymentId: string): Promise<PaymentOutcome> {
  const answer = await writeOnce(client, {
    object: 'payment_intent',
    key: `capture-${paymentId}`,
    run: (options) => client.sdk.paymentIntents.capture(paymentId, {}, options),
    findResult: createMovedCheck(client, { paymentId, states: ['requires_capture'] }),
  });
  if (answer.ok) return toOutcome(answer.value);
  return isUnexpectedState(answer.error) ? retrieve(client, paymentId) : toDeclined(answer.error);
}

async function cancel(client: StripeClient, paymentId: string): Promise<void> {
  const answer = await writeOnce(client, {
    object: 'payment_intent',
    key: `cancel-${paymentId}`,
    run: (options) => client.sdk.paymentIntents.cancel(paymentId, {}, options),
    findResult: createMovedCheck(client, { paymentId, states: CANCELLABLE }),
  });
  if (!answer.ok && !isUnexpectedState(answer.error)) throw rejectionError(answer.error);
}

const CANCELLABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'];

const isUnexpectedState = ({ code, type }: StripeRequestError): boolean =>
  code === 'payment_intent_unexpected_state' || type === 'idempotency_error';
