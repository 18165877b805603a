import { toIncrementId } from '#contract/rules/order-number.ts';
import type { ProviderMovements } from '#server/integrations/payments/port.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import type { Difference } from './book-checks-store.ts';
import type { OwnPayment, OwnRefund } from './provider-check-store.ts';

/**
 * Differences this recent are ignored: the provider may be ahead of the shop's writes, and webhooks about dashboard
 * refunds arrive up to an hour late.
 */
const WRITTEN_WITHIN_MS = 10 * 60_000;
const HEARD_WITHIN_MS = 60 * 60_000;

type Sum = { count: number; cents: number };
export type Totals = { shop: Sum; provider: Sum };
export type Comparison = { payments: Totals; refunds: Totals; differences: Difference[] };

type Sides = {
  providerMovements: ProviderMovements;
  payments: readonly OwnPayment[];
  refunds: readonly OwnRefund[];
  now: Date;
};

/** Ignores the provider's entries without our key or payment, because other applications may use the same account. */
export function compareWithProvider(sides: Sides): Comparison {
  const payments = compareAll(pairPayments(sides));
  const refunds = compareAll(pairRefunds(sides));
  return {
    payments: payments.totals,
    refunds: refunds.totals,
    differences: [...payments.differences, ...refunds.differences],
  };
}

/**
 * `shopCents` or `providerCents` is null if that side has no record of the payment or refund. `busy`: the shop may
 * still be writing its record.
 */
type Pair = {
  kind: 'payment' | 'refund';
  id: string;
  order: string;
  shopCents: number | null;
  providerCents: number | null;
  shopState: string;
  busy: boolean;
};

function compareAll(pairs: readonly Pair[]): { totals: Totals; differences: Difference[] } {
  const settled = pairs.filter(({ busy }) => !busy);
  const sum = (side: 'shopCents' | 'providerCents'): Sum => {
    const amounts = settled.flatMap((pair) => pair[side] ?? []);
    return { count: amounts.length, cents: amounts.reduce((all, cents) => all + cents, 0) };
  };
  const differences = settled
    .filter(({ shopCents, providerCents }) => shopCents !== providerCents)
    .map(describeDifference);
  return { totals: { shop: sum('shopCents'), provider: sum('providerCents') }, differences };
}

function describeDifference({ kind, id, order, shopCents, providerCents, shopState }: Pair): Difference {
  const named = `${kind === 'payment' ? 'Payment' : 'Refund'} ${id}${order}`;
  const provider = `the provider shows ${providerCents === null ? 'nothing' : formatDollars(providerCents)}`;
  const shop = `the shop shows ${shopCents === null ? 'nothing' : formatDollars(shopCents)} (${shopState})`;
  return { subject: `${kind} ${id}`, sentence: `${named}: ${provider}, ${shop}.` };
}

function pairPayments({ providerMovements, payments, now }: Sides): Pair[] {
  const byId = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const byKey = new Map(payments.map((payment) => [payment.key, payment]));
  const takenPairs = providerMovements.payments.flatMap(({ paymentId, receivedCents, key }): Pair[] => {
    const payment = byId.get(paymentId) ?? (key === null ? undefined : byKey.get(key));
    if (!payment && key === null) return [];
    const pair = { kind: 'payment' as const, id: paymentId, providerCents: receivedCents };
    if (!payment) return [{ ...pair, order: '', shopCents: null, shopState: 'not recorded', busy: false }];
    return [{ ...pair, ...shopSide(payment, now), shopCents: takenCents(payment) }];
  });
  const named = new Set(providerMovements.payments.flatMap(({ paymentId, key }) => [paymentId, key]));
  const untaken = payments
    .filter(
      (payment) =>
        isPaid(payment) &&
        !named.has(payment.paymentId) &&
        !named.has(payment.key) &&
        isInside(payment.createdAt, providerMovements.from, now),
    )
    .map(
      (payment): Pair => ({
        kind: 'payment',
        id: payment.paymentId,
        providerCents: null,
        ...shopSide(payment, now),
        shopCents: payment.amountCents,
      }),
    );
  return [...takenPairs, ...untaken];
}

const isPaid = ({ state }: OwnPayment): boolean => state === 'captured' || state === 'refunded';

/**
 * Returns the cents that the provider should have received. A payment that arrives after its attempt ended is refunded
 * in full, so it counts with the refunded amount.
 */
const takenCents = (payment: OwnPayment): number | null =>
  isPaid(payment) ? payment.amountCents : payment.refundedCents > 0 ? payment.refundedCents : null;

function pairRefunds({ providerMovements, payments, refunds, now }: Sides): Pair[] {
  const ownPayments = new Set(payments.map(({ paymentId }) => paymentId));
  const byId = new Map(refunds.map((refund) => [refund.refundId, refund]));
  const waiting = new Map(refunds.filter(({ refundId }) => refundId === null).map((refund) => [refund.key, refund]));
  const sentPairs = providerMovements.refunds.flatMap((refund): Pair[] => {
    const ownRefund = byId.get(refund.refundId) ?? (refund.key === null ? undefined : waiting.get(refund.key));
    if (!ownRefund && !ownPayments.has(refund.paymentId) && refund.key === null) return [];
    const isOver = refund.state === 'failed';
    const pair = { kind: 'refund' as const, id: refund.refundId, providerCents: isOver ? null : refund.amountCents };
    if (ownRefund)
      return [
        {
          ...pair,
          ...shopSide(ownRefund, now),
          shopCents: ownRefund.state === 'failed' ? null : ownRefund.amountCents,
        },
      ];
    const busy = now.getTime() - refund.createdAt.getTime() < HEARD_WITHIN_MS;
    return [{ ...pair, order: '', shopCents: null, shopState: 'not recorded', busy }];
  });
  const named = new Set(providerMovements.refunds.map(({ refundId }) => refundId));
  const unsent = refunds.flatMap((refund): Pair[] => {
    const { refundId, amountCents, createdAt } = refund;
    if (refundId === null || named.has(refundId) || refund.state === 'failed' || refund.isForeign) return [];
    if (!isInside(createdAt, providerMovements.from, now)) return [];
    return [{ kind: 'refund', id: refundId, providerCents: null, ...shopSide(refund, now), shopCents: amountCents }];
  });
  return [...sentPairs, ...unsent];
}

function shopSide({ orderNumber, orderId, state, updatedAt }: OwnPayment | OwnRefund, now: Date) {
  return {
    order: orderNumber === null ? ` of order id ${orderId}` : ` of order ${toIncrementId(orderNumber)}`,
    shopState: state,
    busy: now.getTime() - updatedAt.getTime() < WRITTEN_WITHIN_MS,
  };
}

/** Excludes the edges of the window to allow for clock skew. */
function isInside(instant: Date, from: Date, now: Date): boolean {
  return instant.getTime() >= from.getTime() + HEARD_WITHIN_MS && instant.getTime() < now.getTime() - WRITTEN_WITHIN_MS;
}
