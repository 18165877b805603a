import { incrementId } from '#contract/rules/order-number.ts';
import type { ProviderMovements } from '#server/integrations/payments/port.ts';
import { dollars } from '#server/platform/kernel/plain-texts.ts';
import type { Difference } from './book-checks-store.ts';
import type { OwnPayment, OwnRefund } from './provider-check-store.ts';

/** The provider is moments ahead; dashboard webhooks arrive up to an hour late. */
const WRITTEN_WITHIN_MS = 10 * 60_000;
const HEARD_WITHIN_MS = 60 * 60_000;

type Sum = { count: number; cents: number };
export type Totals = { shop: Sum; provider: Sum };
export type Comparison = { payments: Totals; refunds: Totals; differences: Difference[] };

type Sides = { theirs: ProviderMovements; payments: readonly OwnPayment[]; refunds: readonly OwnRefund[]; now: Date };

/** Ignores entries without our key or payment: others may use the account. */
export function compareWithProvider(sides: Sides): Comparison {
  const ours = compareAll(paymentPairs(sides));
  const back = compareAll(refundPairs(sides));
  return {
    payments: ours.totals,
    refunds: back.totals,
    differences: [...ours.differences, ...back.differences],
  };
}

/** Null on the missing side. `busy`: being written. */
type Pair = {
  what: 'payment' | 'refund';
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
  const differences = settled.filter(({ shopCents, providerCents }) => shopCents !== providerCents).map(differenceOf);
  return { totals: { shop: sum('shopCents'), provider: sum('providerCents') }, differences };
}

function differenceOf({ what, id, order, shopCents, providerCents, shopState }: Pair): Difference {
  const named = `${what === 'payment' ? 'Payment' : 'Refund'} ${id}${order}`;
  const provider = providerCents === null ? 'the provider has none' : `the provider says ${dollars(providerCents)}`;
  const shop = shopCents === null ? shopState : `the shop says ${dollars(shopCents)} (${shopState})`;
  return { subject: `${what} ${id}`, sentence: `${named}: ${provider}, ${shop}.` };
}

function paymentPairs({ theirs, payments, now }: Sides): Pair[] {
  const byId = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const byKey = new Map(payments.map((payment) => [payment.key, payment]));
  const taken = theirs.payments.flatMap(({ paymentId, receivedCents, key }): Pair[] => {
    const own = byId.get(paymentId) ?? (key === null ? undefined : byKey.get(key));
    if (!own && key === null) return [];
    const pair = { what: 'payment' as const, id: paymentId, providerCents: receivedCents };
    if (!own) return [{ ...pair, order: '', shopCents: null, shopState: 'the shop has none', busy: false }];
    return [{ ...pair, ...shopSide(own, now), shopCents: takenCents(own) }];
  });
  const named = new Set(theirs.payments.flatMap(({ paymentId, key }) => [paymentId, key]));
  const untaken = payments
    .filter(
      (own) =>
        isPaid(own) && !named.has(own.paymentId) && !named.has(own.key) && isInside(own.createdAt, theirs.from, now),
    )
    .map(
      (own): Pair => ({
        what: 'payment',
        id: own.paymentId,
        providerCents: null,
        ...shopSide(own, now),
        shopCents: own.amountCents,
      }),
    );
  return [...taken, ...untaken];
}

const isPaid = ({ state }: OwnPayment): boolean => state === 'captured' || state === 'refunded';

/** Payments after their attempt ended are refunded in full. */
const takenCents = (own: OwnPayment): number | null =>
  isPaid(own) ? own.amountCents : own.refundedCents > 0 ? own.refundedCents : null;

function refundPairs({ theirs, payments, refunds, now }: Sides): Pair[] {
  const ownPayments = new Set(payments.map(({ paymentId }) => paymentId));
  const byId = new Map(refunds.map((refund) => [refund.refundId, refund]));
  const waiting = new Map(refunds.filter(({ refundId }) => refundId === null).map((refund) => [refund.key, refund]));
  const sent = theirs.refunds.flatMap((refund): Pair[] => {
    const own = byId.get(refund.refundId) ?? (refund.key === null ? undefined : waiting.get(refund.key));
    if (!own && !ownPayments.has(refund.paymentId) && refund.key === null) return [];
    const isOver = refund.state === 'failed';
    const pair = { what: 'refund' as const, id: refund.refundId, providerCents: isOver ? null : refund.amountCents };
    if (own) return [{ ...pair, ...shopSide(own, now), shopCents: own.state === 'failed' ? null : own.amountCents }];
    const busy = now.getTime() - refund.createdAt.getTime() < HEARD_WITHIN_MS;
    return [{ ...pair, order: '', shopCents: null, shopState: 'the shop has none', busy }];
  });
  const named = new Set(theirs.refunds.map(({ refundId }) => refundId));
  const unsent = refunds.flatMap((own): Pair[] => {
    const { refundId, amountCents, createdAt } = own;
    if (refundId === null || named.has(refundId) || own.state === 'failed' || own.isForeign) return [];
    if (!isInside(createdAt, theirs.from, now)) return [];
    return [{ what: 'refund', id: refundId, providerCents: null, ...shopSide(own, now), shopCents: amountCents }];
  });
  return [...sent, ...unsent];
}

function shopSide({ orderNumber, orderId, state, updatedAt }: OwnPayment | OwnRefund, now: Date) {
  return {
    order: orderNumber === null ? ` of order id ${orderId}` : ` of order ${incrementId(orderNumber)}`,
    shopState: state,
    busy: now.getTime() - updatedAt.getTime() < WRITTEN_WITHIN_MS,
  };
}

/** Excludes the window's edges, where the provider's clock may differ. */
function isInside(at: Date, from: Date, now: Date): boolean {
  return at.getTime() >= from.getTime() + HEARD_WITHIN_MS && at.getTime() < now.getTime() - WRITTEN_WITHIN_MS;
}
