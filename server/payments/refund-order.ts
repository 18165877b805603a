import { randomUUID } from 'node:crypto';
import { toDollars } from '#contract/rules/money.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { transactionOrFailure } from '../database/roll-back.ts';
import { refundNote, voidValue } from '../gift-cards/void-value.ts';
import { type Failure, failure, isFailure } from '../http/failures.ts';
import { isOfAccount, isPaymentsUnreachable } from '../outside/payments/port.ts';
import { markRefunded } from './record-refund.ts';
import { refundFacts } from './refund-facts.ts';
import { cardShare, type RefundFacts, refundableCents, refundShares, type Shares } from './refund-shares.ts';
import { sendRefund } from './send-refund.ts';
import * as store from './store.ts';

/** What is to go back: everything unspent, an amount in cents, or the unspent value of one card's line. */
export type RefundWish = {
  orderId: number;
  what: 'everything' | { amountCents: number } | { orderLineId: number };
  reason: string;
  /** A wish that has been carried out before, with the same amount or line and the same reason, is not carried out again. */
  once?: boolean;
};
/** 'wanted': not at the provider yet; a job goes on. */
export type RefundDone = { refundId: number; amountCents: number; state: string; before?: true };
type CarriedOut = RefundDone & { before: true };

/**
 * Gives money of an approved order back: voids unspent card value and notes the refund in one transaction, then sends it. Not more than
 * was paid, and nothing that recipients have spent. The order becomes 'refunded' when all its money is back.
 */
export async function refundOrder(context: Context, wish: RefundWish): Promise<RefundDone | Failure> {
  const wanted = await transactionOrFailure(context.database, (tx) => wantRefund(context, tx, wish));
  if (isFailure(wanted)) return wanted;
  if ('before' in wanted) return wanted;
  try {
    await sendRefund(context, wanted.id);
  } catch (error) {
    if (!isPaymentsUnreachable(error)) throw error;
    context.log.warn({ err: error, refundId: wanted.id }, 'a refund waits for the payment provider');
  }
  const row = await store.refundById(context.database.orm, wanted.id);
  if (row?.state === 'failed') return failure('refund_refused', [row.error ?? 'The provider refused it.']);
  return { refundId: wanted.id, amountCents: wanted.amountCents, state: row?.state ?? 'wanted' };
}

async function wantRefund(
  context: Context,
  tx: Transaction,
  wish: RefundWish,
): Promise<store.RefundRow | CarriedOut | Failure> {
  const now = context.clock.now();
  const order = await store.lockOrder(tx, wish.orderId);
  const payment = order ? await store.paidPaymentOf(tx, order.id) : null;
  const before = payment && wish.once ? await carriedOut(tx, { paymentId: payment.id, wish }) : null;
  if (before) return before;
  if (order?.status !== 'approved' || payment?.state !== 'captured') {
    return failure('refund_refused', ['Only an approved order whose money is not back yet can be refunded.']);
  }
  if (!isOfAccount(payment.provider, context.outside.payments)) return failure('other_account', [payment.provider]);
  const facts = await refundFacts(tx, payment);
  const wanted = sharesOf(facts, wish.what);
  if (isFailure(wanted)) return wanted;
  const refund = await store.insertRefund(tx, {
    orderId: order.id,
    paymentId: payment.id,
    orderLineId: typeof wish.what === 'object' && 'orderLineId' in wish.what ? wish.what.orderLineId : null,
    amountCents: wanted.amountCents,
    state: 'wanted',
    requestedBy: 'operator',
    reason: wish.reason,
    idempotencyKey: `refund-${order.id}-${randomUUID()}`,
    createdAt: now,
    updatedAt: now,
  });
  for (const { card, cents } of wanted.shares) {
    await voidValue(tx, { card, cents, note: refundNote(refund.id), now });
  }
  await context.jobs.send(tx, 'send-refund', { refundId: refund.id }, { at: new Date(now.getTime() + 60_000) });
  await markRefunded(tx, { paymentId: payment.id, now });
  return refund;
}

/** The refund that this wish has led to already. One that failed did not: its wish may come again. */
async function carriedOut(
  tx: Transaction,
  { paymentId, wish: { what, reason } }: { paymentId: number; wish: RefundWish },
): Promise<CarriedOut | null> {
  if (what === 'everything') return null;
  const same = (row: store.RefundRow): boolean =>
    'orderLineId' in what
      ? row.orderLineId === what.orderLineId
      : row.orderLineId === null && row.amountCents === what.amountCents;
  const row = (await store.refundsOfPayment(tx, paymentId)).find(
    (one) => one.requestedBy === 'operator' && one.state !== 'failed' && one.reason === reason && same(one),
  );
  return row ? { refundId: row.id, amountCents: row.amountCents, state: row.state, before: true } : null;
}

function sharesOf(facts: RefundFacts, what: RefundWish['what']): Shares | Failure {
  const most = refundableCents(facts);
  if (typeof what === 'object' && 'orderLineId' in what) {
    const share = cardShare(facts, what.orderLineId);
    if (share && share.amountCents <= most) return share;
    return failure('refund_refused', ['This line has no unspent gift card.']);
  }
  const amountCents = what === 'everything' ? most : what.amountCents;
  if (most === 0) return failure('refund_refused', ['There is nothing left to refund.']);
  if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > most) {
    return failure('refund_refused', [`At most $${toDollars(most).toFixed(2)} can be refunded.`]);
  }
  return refundShares(facts, amountCents);
}
