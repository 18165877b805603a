import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#server/context.ts';
import { releaseStock } from '#server/domain/catalogue/stock/stock.ts';
import { voidValue } from '#server/domain/gift-cards/ledger/void-value.ts';
import { checkVerb } from '#server/domain/operators/admit-actor.ts';
import { orderSubject, recordAction } from '#server/domain/operators/record-action.ts';
import { isPaymentsError, matchesAccount } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { queueRefundedMessage } from '../messages/order-messages.ts';
import { listOrderLines } from '../stores/order-lines-store.ts';
import { lockOrder, type OrderRow } from '../stores/orders-store.ts';
import { findPaidPayment, type PaymentRow } from '../stores/payments-store.ts';
import { listEffectiveShares } from '../stores/refund-shares-store.ts';
import { findRefundById, insertRefund, listRefunds, type RefundRow } from '../stores/refunds-store.ts';
import { type Allocated, allocateRefund, type OrderFacts, type RefundInput } from './allocate-refund.ts';
import { spentCents } from './card-voids.ts';
import { lockGiftCardPayments, refundToGiftCards, sumShareCents } from './gift-card-refund.ts';
import { lockRefundState } from './load-refund-state.ts';
import { planOfRefund, type RefundPlan } from './plan-refund.ts';
import { postReturnedMoney } from './post-returned-money.ts';
import { markRefunded } from './record-refund.ts';
import { recordGiftCardShares, recordShares } from './record-shares.ts';
import { sendRefund } from './send-refund.ts';

export type { RefundInput } from './allocate-refund.ts';

/**
 * `spentCents`: spent, reserved or expired value, which is not refunded. If `state` is 'queued', a job continues the
 * refund.
 */
export type RefundDone = {
  amountCents: number;
  giftCardCents: number;
  spentCents: number;
  state: string;
  isEarlier?: true;
};

type EarlierRefund = RefundDone & { isEarlier: true };

type OperatorRefund = RefundInput & { actor: Actor; agreed?: RefundPlan };

/**
 * Refunds an approved order, first to the gift cards that paid for it. Voids unspent card value and records the refund
 * in one transaction, then sends the payment card's part. Refunds no more than was paid, and nothing that recipients
 * have spent. The order becomes 'refunded' when all its money is returned or queued. Throws an operator error and
 * refunds nothing if the refund would differ from what was agreed, or if the operator may not refund as much.
 */
export async function refundOrder(context: Context, input: OperatorRefund): Promise<Result<RefundDone>> {
  const queued = await runResultTransaction(context.database, (tx) => queueRefund(context, tx, input));
  if (isAppError(queued)) return queued;
  if ('isEarlier' in queued) return queued;
  const toSend = queued.refunds.find(({ tender }) => tender === 'payment card');
  if (!toSend) return toRefundDone(queued);
  try {
    await sendRefund(context, toSend.id);
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    context.log.warn({ err: error, refundId: toSend.id }, 'refund.send_postponed');
  }
  const refund = await findRefundById(context.database.orm, toSend.id);
  if (refund?.state === 'failed') return appError('refund_rejected', [refund.error ?? 'The provider refused it.']);
  return toRefundDone(queued, refund?.state);
}

/** Returns what refundOrder() would do now, or the refund made for an earlier, identical request. Writes nothing. */
export function planRefund(context: Context, input: OperatorRefund): Promise<Result<RefundPlan | EarlierRefund>> {
  return runResultTransaction<RefundPlan | EarlierRefund>(context.database, async (tx) => {
    const prepared = await prepareRefund(context, tx, input);
    if (isAppError(prepared) || 'isEarlier' in prepared) return prepared;
    return planOfRefund(tx, { ...input, ...prepared });
  });
}

type Queued = { refunds: RefundRow[]; spentCents: number };

function toRefundDone({ refunds, spentCents }: Queued, state = refunds.at(-1)?.state ?? 'queued'): RefundDone {
  const toGiftCards = refunds.filter(({ tender }) => tender === 'gift card');
  return { amountCents: sumRefunds(refunds), giftCardCents: sumRefunds(toGiftCards), spentCents, state };
}

const sumRefunds = (refunds: readonly RefundRow[]): number => sumCents(refunds.map(({ amountCents }) => amountCents));

async function queueRefund(
  context: Context,
  tx: Transaction,
  input: OperatorRefund,
): Promise<Result<Queued | EarlierRefund>> {
  const prepared = await prepareRefund(context, tx, input);
  if (isAppError(prepared) || 'isEarlier' in prepared) return prepared;
  const { facts, ...writing } = prepared;
  if (input.agreed && !isDeepStrictEqual(await planOfRefund(tx, { ...input, ...prepared }), input.agreed))
    throw planChanged(prepared.order);
  const refunds = await writeRefunds(context, tx, { ...writing, input });
  return { refunds, spentCents: spentCents(facts.money) };
}

const planChanged = (order: OrderRow) =>
  operatorError({
    code: 'refund-changed',
    sentence: `Nothing was refunded: ${orderSubject(order)} or its gift cards have changed since the refund was shown. Run the command again.`,
  });

type Prepared = Paid & { facts: OrderFacts; allocated: Allocated };

async function prepareRefund(
  context: Context,
  tx: Transaction,
  input: OperatorRefund,
): Promise<Result<Prepared | EarlierRefund>> {
  const now = context.clock.now();
  const order = await lockOrder(tx, input.orderId);
  const earlier = order && input.isIdempotent ? await findEarlierRefund(tx, input) : null;
  if (earlier) return earlier;
  const payment = order ? await findPaidPayment(tx, order.id) : null;
  const isCharged = payment ? payment.state === 'captured' : order?.cardDueCents === 0;
  if (order?.status !== 'approved' || !(isCharged || order.giftCardTenderCents > 0))
    return appError('order_not_refundable');
  if (payment && !matchesAccount(payment.provider, context.integrations.payments))
    return appError('other_account', [payment.provider]);
  const facts = await lockFacts(tx, { order, payment, now });
  const allocated = allocateRefund(facts, input);
  if (isAppError(allocated)) return allocated;
  const cents = allocated.money.amountCents + sumShareCents(allocated.giftCards);
  checkAmount(context, { actor: input.actor, cents: sumShareCents(facts.shares) + cents });
  return { order, payment, now, facts, allocated };
}

/** Throws an operator error if the actor may not refund `cents` of one order, earlier refunds included. */
function checkAmount({ settings }: Pick<Context, 'settings'>, { actor, cents }: { actor: Actor; cents: number }): void {
  checkVerb(actor, cents > settings.REFUND_ALONE_MAX * 100 ? 'refunds.large' : 'refunds.small');
}

type Paid = { order: OrderRow; payment: PaymentRow | null; now: Date };

async function lockFacts(tx: Transaction, { order, payment, now }: Paid): Promise<OrderFacts> {
  return {
    now,
    money: payment ? await lockRefundState(tx, payment) : { totalCents: 0, refundedCents: 0, cards: [] },
    paid: await lockGiftCardPayments(tx, order.id),
    lines: await listOrderLines(tx, order.id),
    refunds: await listRefunds(tx, [order.id]),
    shares: await listEffectiveShares(tx, order.id),
  };
}

type Writing = Paid & { input: RefundInput & { actor: Actor }; allocated: Allocated };

async function writeRefunds(context: Context, tx: Transaction, writing: Writing): Promise<RefundRow[]> {
  const { order, payment, allocated, now } = writing;
  const written: RefundRow[] = [];
  const { amountCents, cardVoids } = allocated.money;
  const byPaymentCard = payment !== null && amountCents > 0;
  if (allocated.giftCards.length > 0) {
    const cents = sumShareCents(allocated.giftCards);
    const fields = { tender: 'gift card', amountCents: cents, countsGoods: !byPaymentCard } as const;
    const refund = await writeRefund(tx, { ...writing, ...fields });
    const gstBySeller = await recordGiftCardShares(tx, { refund, shares: allocated.giftCards });
    await refundToGiftCards(context, tx, { refund, shares: allocated.giftCards, gstBySeller, now });
    await queueRefundedMessage(context, tx, { orderId: order.id, refundId: refund.id, now });
    written.push(refund);
  }
  if (byPaymentCard) {
    const refund = await writeRefund(tx, { ...writing, tender: 'payment card', amountCents, countsGoods: true });
    for (const { card, cents } of cardVoids) await voidValue(tx, { card, cents, cause: { refundId: refund.id }, now });
    await recordShares(tx, { refund, payment, cards: cardVoids });
    await context.jobs.send(
      tx,
      'send-refund',
      { refundId: refund.id },
      { startAfter: new Date(now.getTime() + 60_000) },
    );
    written.push(refund);
    await postReturnedMoney(tx, { orderId: order.id, now });
  }
  if (allocated.restock) await releaseStock(tx, [allocated.restock]);
  await markRefunded(tx, { orderId: order.id, paymentId: payment?.id ?? null, now });
  await recordRefundAction(context, tx, { writing, written });
  return written;
}

async function recordRefundAction(
  context: Context,
  tx: Transaction,
  { writing: { order, input }, written }: { writing: Writing; written: readonly RefundRow[] },
): Promise<void> {
  const { actor, target, reason = 'other', note } = input;
  await recordAction({ actor, clock: context.clock }, tx, {
    action: 'order.refunded',
    subject: orderSubject(order),
    before: { status: order.status },
    after: {
      what: target,
      reason,
      refunds: written.map(({ id, tender, amountCents }) => ({ id, tender, amountCents })),
    },
    reason: note,
  });
}

type NewRefund = Writing & { tender: RefundRow['tender']; amountCents: number; countsGoods: boolean };

/**
 * Counts goods on the payment card refund, so that they become refundable again if it fails. Gift card refunds take
 * effect immediately.
 */
function writeRefund(
  tx: Transaction,
  { order, payment, input, allocated, now, ...fields }: NewRefund,
): Promise<RefundRow> {
  const { tender, amountCents, countsGoods } = fields;
  const toCard = tender === 'payment card';
  return insertRefund(tx, {
    orderId: order.id,
    paymentId: toCard ? (payment?.id ?? null) : null,
    tender,
    orderLineId: allocated.orderLineId,
    lineQty: countsGoods ? allocated.qty : null,
    restockedQty: countsGoods ? (allocated.restock?.qty ?? 0) : 0,
    amountCents,
    state: toCard ? 'queued' : 'succeeded',
    requestedBy: 'operator',
    reason: input.reason ?? 'other',
    note: input.note,
    idempotencyKey: `refund-${order.id}-${randomUUID()}`,
    createdAt: now,
    updatedAt: now,
  });
}

/** Finds the refund made for an identical request. A request whose refund failed, even in part, may be repeated. */
async function findEarlierRefund(
  tx: Transaction,
  { orderId, target, reason = 'other', note }: RefundInput,
): Promise<EarlierRefund | null> {
  if (target === 'everything') return null;
  const isSameWords = (refund: RefundRow): boolean =>
    refund.requestedBy === 'operator' && refund.reason === reason && refund.note === note;
  const all = (await listRefunds(tx, [orderId])).filter(isSameWords);
  const isSame = (refunds: readonly RefundRow[]): boolean =>
    'orderLineId' in target
      ? refunds.every(({ orderLineId }) => orderLineId === target.orderLineId) &&
        (target.qty === undefined || refunds.some(({ lineQty }) => lineQty === target.qty))
      : refunds.every(({ orderLineId }) => orderLineId === null) && sumRefunds(refunds) === target.amountCents;
  const requests = Map.groupBy(all, ({ createdAt }) => createdAt.getTime()).values();
  const earlierRefunds = [...requests].find(
    (refunds) => refunds.every(({ state }) => state !== 'failed') && isSame(refunds),
  );
  return earlierRefunds ? { ...toRefundDone({ refunds: earlierRefunds, spentCents: 0 }), isEarlier: true } : null;
}
