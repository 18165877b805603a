import { randomBytes } from 'node:crypto';
import { type Behaviour, findDecline, findTestCard } from '#server/integrations/payments/sandbox/sandbox-cards.ts';

export type StripeNo = Error & { status: number; error: Record<string, unknown> };
export type Body = Record<string, unknown>;

type Method = {
  id: string;
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  used: boolean;
  behaviour: Behaviour;
  card: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint: string };
  created: number;
};
export type Intent = {
  id: string;
  object: 'payment_intent';
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  capture_method: string;
  setup_future_usage: string | null;
  client_secret: string;
  metadata: Record<string, string>;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: string | null;
  created: number;
};
export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  charge: string | null;
  status: string;
  metadata: Record<string, string>;
  created: number;
};
export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string | null;
  payment_intent: string;
  currency: string;
  reason: string;
  status: string;
  balance_transactions: { object: 'balance_transaction'; amount: number; currency: string }[];
};

export const createStripeId = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`;

export const throwStripeError = (status: number, error: Record<string, unknown>): never => {
  throw Object.assign(new Error('refused'), { status, error }) satisfies StripeNo;
};
const throwInvalid = (message: string, fields: Record<string, unknown> = {}) =>
  throwStripeError(400, { type: 'invalid_request_error', message, ...fields });
const throwMissing = (resource: string, id: unknown, param: string) =>
  throwStripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${resource}: '${id}'`,
  });

/** Simulates Stripe's objects without HTTP. `now` returns the time in milliseconds. */
export function createStripeState(tell: (type: string, object: unknown) => void, now = () => Date.now()) {
  const customers = new Map<string, Body>();
  const methods = new Map<string, Method>();
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();

  function newMethod(name: string): Method {
    const testCard = findTestCard(name);
    if (!testCard) return throwMissing('PaymentMethod', name, 'payment_method');
    const { behaviour, brand, number } = testCard;
    const card = { brand, last4: number.slice(-4), exp_month: 12, exp_year: 2030, fingerprint: `print${number}` };
    const method: Method = {
      id: createStripeId('pm'),
      object: 'payment_method',
      type: 'card',
      customer: null,
      used: false,
      behaviour,
      card,
      created: Math.floor(Date.now() / 1_000),
    };
    methods.set(method.id, method);
    return method;
  }

  function usable(id: string, customer: string): Method {
    const method = methods.get(id) ?? newMethod(id);
    const foreign = method.customer !== null && method.customer !== customer;
    if (foreign || (method.used && method.customer === null)) {
      throwInvalid('The provided PaymentMethod was previously used or belongs to another Customer.', {
        param: 'payment_method',
      });
    }
    return method;
  }

  const getIntent = (id: string): Intent => intents.get(id) ?? throwMissing('payment_intent', id, 'intent');
  const unexpected = (intent: Intent, verb: string) =>
    throwInvalid(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    });

  function pay(intent: Intent): void {
    const method = methods.get(intent.payment_method ?? '');
    intent.status = intent.capture_method === 'manual' ? 'requires_capture' : 'succeeded';
    if (intent.status === 'succeeded') intent.amount_received = intent.amount;
    intent.latest_charge = createStripeId('ch');
    if (method) {
      method.used = true;
      if (intent.setup_future_usage) method.customer = intent.customer;
    }
    tell(
      intent.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
      intent,
    );
  }

  function decline(intent: Intent, error: Record<string, unknown>): void {
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.last_payment_error = error;
    tell('payment_intent.payment_failed', intent);
  }

  return {
    customers,
    methods,
    intents,
    refunds,
    disputes,
    createCustomer(body: Body) {
      const customer = { id: createStripeId('cus'), object: 'customer', livemode: false, ...body };
      customers.set(customer.id, customer);
      return customer;
    },
    customerOf: (id: string) => customers.get(id) ?? throwMissing('customer', id, 'id'),
    listCards(customer: string) {
      if (!customers.has(customer)) throwMissing('customer', customer, 'customer');
      const data = [...methods.values()].filter((method) => method.customer === customer).reverse();
      return { object: 'list', data, has_more: false };
    },
    detach(id: string) {
      const method = methods.get(id) ?? throwMissing('PaymentMethod', id, 'payment_method');
      method.customer = null;
      tell('payment_method.detached', method);
      return method;
    },
    createIntent(body: Body) {
      const customer = String(body.customer ?? '');
      if (!customers.has(customer)) throwMissing('customer', customer, 'customer');
      const amount = Number(body.amount);
      if (!Number.isInteger(amount) || amount < 50) throwInvalid('Invalid integer', { param: 'amount' });
      const id = createStripeId('pi');
      const intent: Intent = {
        id,
        object: 'payment_intent',
        status: 'requires_confirmation',
        amount,
        amount_received: 0,
        currency: String(body.currency),
        customer,
        payment_method: usable(String(body.payment_method), customer).id,
        capture_method: String(body.capture_method ?? 'automatic'),
        setup_future_usage: body.setup_future_usage ? String(body.setup_future_usage) : null,
        client_secret: `${id}_secret_${randomBytes(9).toString('hex')}`,
        metadata: (body.metadata ?? {}) as Record<string, string>,
        last_payment_error: null,
        latest_charge: null,
        created: Math.floor(now() / 1_000),
      };
      intents.set(id, intent);
      return intent;
    },
    getIntent,
    confirm(id: string) {
      const intent = getIntent(id);
      if (intent.status !== 'requires_confirmation') unexpected(intent, 'confirm');
      const method = methods.get(intent.payment_method ?? '');
      const declined = method ? findDecline(method.behaviour) : null;
      if (declined) {
        const funds = declined.code === 'card_without_funds';
        const error = {
          type: 'card_error',
          code: 'card_declined',
          decline_code: funds ? 'insufficient_funds' : 'generic_decline',
          message: declined.message,
        };
        decline(intent, error);
        throwStripeError(402, { ...error, payment_intent: intent });
      }
      if (method?.behaviour === 'pm_card_authenticationRequired' && method.customer === null) {
        intent.status = 'requires_action';
        tell('payment_intent.requires_action', intent);
      } else pay(intent);
      return intent;
    },
    cancel(id: string) {
      const intent = getIntent(id);
      if (intent.status === 'succeeded' || intent.status === 'canceled') unexpected(intent, 'cancel');
      intent.status = 'canceled';
      tell('payment_intent.canceled', intent);
      return intent;
    },
    capture(id: string, part?: number) {
      const intent = getIntent(id);
      if (intent.status !== 'requires_capture') unexpected(intent, 'capture');
      intent.status = 'succeeded';
      intent.amount_received = part ?? intent.amount;
      tell('payment_intent.succeeded', intent);
      return intent;
    },
    answerChallenge({ clientSecret, passed }: { clientSecret: string; passed: boolean }) {
      const intent = [...intents.values()].find((candidate) => candidate.client_secret === clientSecret);
      if (intent?.status !== 'requires_action') throw new Error('Nothing to answer.');
      if (passed) pay(intent);
      else {
        const message = 'We are unable to authenticate your payment method. Please choose another and try again.';
        decline(intent, { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message });
      }
    },
    refund(body: Body) {
      const intent = getIntent(String(body.payment_intent));
      const earlierRefunds = [...refunds.values()].filter(
        (refund) => refund.payment_intent === intent.id && refund.status !== 'failed',
      );
      const left = intent.amount_received - earlierRefunds.reduce((sum, refund) => sum + refund.amount, 0);
      const amount = body.amount === undefined ? left : Number(body.amount);
      if (intent.status !== 'succeeded')
        throwInvalid('This PaymentIntent does not have a successful charge to refund.');
      if (left === 0) throwInvalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
      if (amount > left)
        throwInvalid(`Refund amount is greater than unrefunded amount on charge.`, { param: 'amount' });
      if (
        [...disputes.values()].some(
          (dispute) => dispute.payment_intent === intent.id && dispute.status === 'needs_response',
        )
      ) {
        throwInvalid('This charge has been charged back.', { code: 'charge_disputed' });
      }
      const refund: Refund = {
        id: createStripeId('re'),
        object: 'refund',
        amount,
        payment_intent: intent.id,
        charge: intent.latest_charge,
        status: 'succeeded',
        metadata: (body.metadata ?? {}) as Record<string, string>,
        created: Math.floor(now() / 1_000),
      };
      refunds.set(refund.id, refund);
      tell('refund.created', refund);
      tell('charge.refunded', { id: intent.latest_charge, object: 'charge', payment_intent: intent.id });
      return refund;
    },
    listRefunds(intentId: string) {
      const data = [...refunds.values()].filter((refund) => refund.payment_intent === intentId).reverse();
      return { object: 'list', data, has_more: false };
    },
    refundOf: (id: string) => refunds.get(id) ?? throwMissing('refund', id, 'refund'),
    dispute(intentId: string, part?: number) {
      const { amount: paid, latest_charge: charge, currency } = getIntent(intentId);
      const amount = part ?? paid;
      const dispute: Dispute = {
        id: createStripeId('dp'),
        object: 'dispute',
        amount,
        charge,
        payment_intent: intentId,
        currency,
        reason: 'fraudulent',
        status: 'needs_response',
        balance_transactions: [{ object: 'balance_transaction', amount: -amount, currency }],
      };
      disputes.set(dispute.id, dispute);
      tell('charge.dispute.created', dispute);
      return dispute;
    },
    /** `reinstated`: cents returned to the shop; the whole amount if the dispute is won. */
    endDispute(id: string, status: 'won' | 'lost', reinstated = 0) {
      const dispute = disputes.get(id) ?? throwMissing('dispute', id, 'dispute');
      const { amount, currency } = dispute;
      dispute.status = status;
      const returnedCents = status === 'won' ? amount : reinstated;
      if (returnedCents > 0) {
        dispute.balance_transactions.push({ object: 'balance_transaction', amount: returnedCents, currency });
        tell('charge.dispute.funds_reinstated', dispute);
      }
      tell('charge.dispute.closed', dispute);
    },
    disputeOf: (id: string) => disputes.get(id) ?? throwMissing('dispute', id, 'dispute'),
  };
}
