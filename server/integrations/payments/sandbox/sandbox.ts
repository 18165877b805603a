import { randomBytes } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { awaitAll, type Handle } from '#server/platform/database/handle.ts';
import type { Clock } from '../../../clock.ts';
import type { PaymentOutcome, PaymentRequest, Payments } from '../port.ts';
import {
  type Behaviour,
  buildCardFacts,
  buildCardFactsWithCode,
  findDecline,
  findTestCard,
  INCOMPLETE_CODE,
  isSecurityCode,
  isSecurityCodeToken,
  readTypedCard,
  type TypedCard,
} from './sandbox-cards.ts';
import { createSandboxRefunds } from './sandbox-refunds.ts';
import * as store from './sandbox-store.ts';

const createId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export type Sandbox = Payments & {
  createPaymentMethod(
    typed: TypedCard,
  ): Promise<{ id: string; brand: string; last4: string } | { code: string; message: string }>;
  createSecurityCodeToken(typed: string): { id: string } | { code: string; message: string };
  answerChallenge(answer: { clientSecret: string; passed: boolean }): Promise<boolean>;
  ledger(orderId: number): Promise<store.PaymentRow[]>;
};

/** Behaves like Stripe's test mode, in our own database. No money moves. */
export function createSandbox(parts: { database: Database; clock: Clock }): Sandbox {
  const { database, clock } = parts;
  return {
    name: 'sandbox',
    account: 'sandbox',
    publishableKey: '',
    createCustomer: async ({ customerId }) => `cus_sandbox_${customerId}`,
    deleteCustomer: (providerCustomerId) => store.detachMethods(database.orm, providerCustomerId),
    createPayment: (request) => createPayment(database.orm, { request, now: clock.now() }),
    confirm: (paymentId, { securityCodeToken = null } = {}) => confirm(database, { paymentId, securityCodeToken }),
    retrieve: async (paymentId) => toOutcome(await requirePayment(database.orm, paymentId)),
    async capture(paymentId) {
      const moved = await store.movePayment(database.orm, { id: paymentId, from: 'requires_capture', to: 'succeeded' });
      return moved ? { state: 'captured', paymentId } : toOutcome(await requirePayment(database.orm, paymentId));
    },
    async cancel(paymentId) {
      for (const from of ['requires_confirmation', 'requires_action', 'requires_capture'] as const) {
        await store.movePayment(database.orm, { id: paymentId, from, to: 'canceled' });
      }
    },
    async savedCards(providerCustomerId) {
      const rows = await store.listMethods(database.orm, providerCustomerId);
      return rows.map((row) => ({
        id: row.id,
        brand: row.brand,
        last4: row.last4,
        exp_month: row.expMonth,
        exp_year: row.expYear,
        createdAt: row.createdAt,
        cardPrint: toCardPrint(row.behaviour),
      }));
    },
    removeCard: (providerCustomerId, id) => store.detachMethod(database.orm, { id, providerCustomerId }),
    ...createSandboxRefunds(parts),
    async createPaymentMethod(typed) {
      const read = readTypedCard(typed, clock.now());
      if (!read.ok) return { code: read.code, message: read.message };
      const expYear = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year;
      const id = createId('pm');
      const { behaviour, brand } = read.card;
      await store.insertMethod(database.orm, {
        id,
        providerCustomerId: null,
        behaviour,
        brand,
        last4: read.last4,
        expMonth: typed.exp_month,
        expYear,
        createdAt: clock.now(),
      });
      return { id, brand, last4: read.last4 };
    },
    createSecurityCodeToken: (typed) => {
      const { code, message } = INCOMPLETE_CODE;
      return isSecurityCode(typed) ? { id: createId('cvctok') } : { code, message };
    },
    answerChallenge: ({ clientSecret, passed }) =>
      database.transaction((tx) => answerChallenge(tx, { clientSecret, passed })),
    ledger: (orderId) => store.listPaymentsOfOrder(database.orm, orderId),
  };
}

type Attempt = { request: PaymentRequest; now: Date };

async function createPayment(handle: Handle, { request, now }: Attempt): ReturnType<Payments['createPayment']> {
  const [existingPayment, named] = await awaitAll([
    store.findPaymentByKey(handle, request.idempotencyKey),
    store.findMethodById(handle, request.paymentMethod),
  ]);
  const behaviour = named?.behaviour ?? findTestCard(request.paymentMethod)?.behaviour;
  if (existingPayment) return { paymentId: existingPayment.id, cardPrint: toCardPrint(behaviour) };
  const method = await findOrCreateMethod(handle, { request, named, now });
  if (!method) {
    return { state: 'declined', paymentId: null, message: `No such PaymentMethod: '${request.paymentMethod}'` };
  }
  const id = createId('pi');
  const row = await store.insertPaymentOnce(handle, {
    id,
    idempotencyKey: request.idempotencyKey,
    orderId: request.orderId,
    providerCustomerId: request.providerCustomerId,
    paymentMethodId: method.id,
    amountCents: request.amountCents,
    currency: request.currency,
    saveCard: request.saveCard,
    capture: request.capture,
    hasSecurityCode: false,
    status: 'requires_confirmation',
    error: null,
    clientSecret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    createdAt: now,
  });
  return { paymentId: row.id, cardPrint: toCardPrint(behaviour) };
}

const toCardPrint = (behaviour: Behaviour | undefined): string | null => behaviour ?? null;

async function confirm(
  database: Database,
  { paymentId, securityCodeToken }: { paymentId: string; securityCodeToken: string | null },
): Promise<PaymentOutcome> {
  const { payment: row, method } = await requirePayment(database.orm, paymentId);
  const { behaviour } = method;
  if (securityCodeToken !== null && !isSecurityCodeToken(securityCodeToken))
    return { state: 'declined', paymentId, message: `No such token: '${securityCodeToken}'` };
  const decline = findDecline(behaviour);
  // The card requires authentication until a first purchase saves it.
  const asks = behaviour === 'pm_card_authenticationRequired' && method.providerCustomerId === null;
  const paid = row.capture ? 'succeeded' : 'requires_capture';
  const move = async (handle: Handle): Promise<store.PaymentRow | null> => {
    const moved = await store.movePayment(handle, {
      id: paymentId,
      from: 'requires_confirmation',
      hasSecurityCode: securityCodeToken !== null,
      ...(decline ? { to: 'declined', error: decline.message } : { to: asks ? 'requires_action' : paid }),
    });
    if (moved?.status === paid) await saveMethod(handle, { payment: moved, method });
    return moved;
  };
  const mayBeSaved = row.saveCard && method.providerCustomerId === null;
  const moved = await (mayBeSaved ? database.transaction(move) : move(database.orm));
  return toOutcome(moved ? { payment: moved, method } : await requirePayment(database.orm, paymentId));
}

async function findOrCreateMethod(
  handle: Handle,
  { request, named, now }: Attempt & { named: store.MethodRow | null },
): Promise<store.MethodRow | null> {
  if (named)
    return named.providerCustomerId === null || named.providerCustomerId === request.providerCustomerId ? named : null;
  const test = findTestCard(request.paymentMethod);
  if (!test) return null;
  const { behaviour, brand, number } = test;
  const last4 = number.slice(-4);
  const saved = (await store.listMethods(handle, request.providerCustomerId)).find(
    (row) => row.behaviour === behaviour,
  );
  // Use a new copy: Stripe's pm_card_authenticationRequired requires authentication every time, a saved copy does not.
  if (saved && behaviour !== 'pm_card_authenticationRequired') return saved;
  const method = {
    id: createId('pm'),
    providerCustomerId: null,
    behaviour,
    brand,
    last4,
    expMonth: 12,
    expYear: now.getUTCFullYear() + 3,
    createdAt: now,
  };
  await store.insertMethod(handle, method);
  return method;
}

async function saveMethod(handle: Handle, { payment, method }: store.PaymentAndMethod): Promise<void> {
  if (!payment.saveCard || method.providerCustomerId !== null) return;
  const isSameCard = (row: store.MethodRow): boolean =>
    row.brand === method.brand &&
    row.last4 === method.last4 &&
    row.expMonth === method.expMonth &&
    row.expYear === method.expYear;
  const isSaved = (await store.listMethods(handle, payment.providerCustomerId)).some(isSameCard);
  if (!isSaved) await store.attachMethod(handle, { id: method.id, providerCustomerId: payment.providerCustomerId });
}

async function answerChallenge(tx: Handle, answer: { clientSecret: string; passed: boolean }): Promise<boolean> {
  const found = await store.paymentBySecret(tx, answer.clientSecret);
  if (!found) return false;
  const { payment: row, method } = found;
  const paid = row.capture ? 'succeeded' : 'requires_capture';
  const error =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  const moved = await store.movePayment(tx, {
    id: row.id,
    from: 'requires_action',
    ...(answer.passed ? { to: paid } : { to: 'declined', error }),
  });
  if (moved && answer.passed) await saveMethod(tx, { payment: moved, method });
  return moved !== null;
}

async function requirePayment(handle: Handle, paymentId: string): Promise<store.PaymentAndMethod> {
  const found = await store.findPaymentById(handle, paymentId);
  if (!found) throw new Error(`The sandbox has no payment ${paymentId}.`);
  return found;
}

function toOutcome({ payment: row, method }: store.PaymentAndMethod): PaymentOutcome {
  if (row.status === 'succeeded' || row.status === 'refunded') return { state: 'captured', paymentId: row.id };
  if (row.status === 'requires_capture') {
    const buildFacts = row.hasSecurityCode ? buildCardFactsWithCode : buildCardFacts;
    return { state: 'authorised', paymentId: row.id, card: buildFacts(method.behaviour) };
  }
  if (row.status === 'requires_action')
    return { state: 'requires_action', paymentId: row.id, clientSecret: row.clientSecret };
  if (row.status === 'declined') {
    const message = row.error ?? 'Your card was declined.';
    const decline = findDecline(method.behaviour);
    return { state: 'declined', paymentId: row.id, message, ...(decline?.message === message ? decline : {}) };
  }
  return { state: 'voided', paymentId: row.id };
}
