import type { RefusalReason } from '#contract/rules/refusal-reasons.ts';
import type { Context } from '#server/context.ts';
import { releaseStock } from '#server/domain/catalogue/stock/stock.ts';
import { canCaptureHolds, releaseHoldsOfOrder } from '#server/domain/gift-cards/ledger/order-holds.ts';
import { orderSubject, recordAction } from '#server/domain/operators/record-action.ts';
import { matchesAccount, type PaymentOutcome } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type Actor, JOB } from '#server/platform/kernel/actor.ts';
import { type AppError, appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { queueApprovedMessage, queueRefusedMessage } from '../messages/order-messages.ts';
import { approveOrder, REVIEW_MS } from '../placing/approve-order.ts';
import { queueOrphanRefund } from '../refunds/refund-orphan-payment.ts';
import { listOrderLines } from '../stores/order-lines-store.ts';
import { listOverdueHeldOrders, lockOrder, moveOrder, type OrderRow, updateOrder } from '../stores/orders-store.ts';
import { findPaidPayment, movePayment, type PaymentRow } from '../stores/payments-store.ts';

/**
 * Captures the payment of a held order and issues its gift cards, both once. Throws if the provider does not respond;
 * safe to retry.
 */
export async function approveHeldOrder(
  context: Context,
  { orderId, actor }: { orderId: number; actor: Actor },
): Promise<Result<'approved'>> {
  const frozen = await frozenCardError(context, orderId);
  if (frozen) return frozen;
  if (await decideWithoutPayment(context, { orderId, reason: null, actor })) return 'approved';
  const payment = await findHeldPayment(context, orderId);
  if (isAppError(payment)) return payment;
  await recordBegun(context, { orderId: payment.orderId, actor });
  const { payments } = context.integrations;
  const outcome = await payments.capture(payment.paymentId);
  // The provider rejected the request, not the payment, so the order stays held.
  if (outcome.state === 'declined' && outcome.requestError) {
    context.log.error({ err: outcome.requestError, orderId, paymentId: payment.id }, 'payment.request_rejected');
    return appError('payment_request_rejected', [outcome.requestError.message.replace(/\.$/, '')]);
  }
  if (outcome.state === 'declined') await payments.cancel(payment.paymentId);
  const decision = await recordDecision(context, {
    payment,
    outcome,
    reason: 'payment declined',
    action: 'order.approved',
    actor,
  });
  return decision === 'approved' ? 'approved' : appError('order_not_held');
}

/** Cancels the payment of a held order and releases its stock, both once. Throws if the provider does not respond. */
export async function refuseHeldOrder(
  context: Context,
  { orderId, reason, actor }: { orderId: number; reason: RefusalReason; actor: Actor },
): Promise<Result<'refused'>> {
  if (await decideWithoutPayment(context, { orderId, reason, actor })) return 'refused';
  const payment = await findHeldPayment(context, orderId);
  if (isAppError(payment)) return payment;
  const { payments } = context.integrations;
  await recordRefusalReason(context, { orderId, reason, actor });
  await payments.cancel(payment.paymentId);
  const outcome = await payments.retrieve(payment.paymentId);
  const decision = await recordDecision(context, { payment, outcome, reason, action: 'order.refused', actor });
  return decision === 'refused' ? 'refused' : appError('order_not_held');
}

async function frozenCardError({ database }: Context, orderId: number): Promise<AppError | null> {
  const isFree = await database.transaction((tx) => canCaptureHolds(tx, orderId));
  return isFree ? null : appError('gift_card_frozen');
}

/** Decides an order paid only with gift cards: approves it if `reason` is null. Returns false for other orders. */
async function decideWithoutPayment(
  context: Context,
  { orderId, reason, actor }: { orderId: number; reason: RefusalReason | null; actor: Actor },
): Promise<boolean> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'held' || order.cardDueCents > 0) return false;
    if (reason !== null) await refuseOrder(context, tx, { orderId, reason, now });
    else await approveCheckedOrder(context, tx, { orderId, now });
    const action = reason === null ? 'order.approved' : 'order.refused';
    const status = reason === null ? 'approved' : 'refused';
    await recordOn(context, tx, { order, action, actor, after: { status, reason } });
    return true;
  });
}

/** Call with the order locked. */
async function approveCheckedOrder(
  context: Context,
  tx: Transaction,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  await approveOrder(context, tx, { orderId, now });
  await queueApprovedMessage(context, tx, { orderId, now });
}

/** Call with the order locked. */
async function refuseOrder(
  context: Context,
  tx: Transaction,
  { orderId, reason, now }: { orderId: number; reason: RefusalReason; now: Date },
): Promise<void> {
  await moveOrder(tx, { id: orderId, to: 'refused', set: { refusalReason: reason } });
  await releaseHoldsOfOrder(tx, { orderId, now });
  await releaseStock(tx, await listOrderLines(tx, orderId));
  await queueRefusedMessage(context, tx, { orderId, now });
}

/**
 * Scheduled job that refuses overdue held orders paid only with gift cards. Other held orders end when their bank
 * authorisation expires.
 */
export async function refuseOverdueOrders(context: Context): Promise<void> {
  const placedBefore = new Date(context.clock.ms() - REVIEW_MS);
  for (const orderId of await listOverdueHeldOrders(context.database.orm, placedBefore)) {
    const refused = await decideWithoutPayment(context, { orderId, reason: 'unverifiable', actor: JOB });
    if (refused) context.log.warn({ orderId }, 'order.refused_overdue');
  }
}

/** Stores the reason before cancelling, because the cancellation's webhook may refuse the order first. */
async function recordRefusalReason(
  context: Context,
  { orderId, reason, actor }: { orderId: number; reason: RefusalReason; actor: Actor },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'held') return;
    await updateOrder(tx, orderId, { refusalReason: reason });
    await recordOn(context, tx, { order, action: 'order.refused', actor, after: { state: 'begun', reason } });
  });
}

/**
 * Approves a held order if its payment was captured in the dashboard. Refuses it if the payment was cancelled or has
 * expired (after seven days), with the reason from an interrupted refusal.
 */
export async function settleHeldOrder(context: Context, payment: PaymentRow): Promise<string> {
  if (payment.providerPaymentId === null) return 'nothing to do';
  const outcome = await context.integrations.payments.retrieve(payment.providerPaymentId);
  return recordDecision(context, { payment, outcome, actor: JOB });
}

type HeldPayment = PaymentRow & { paymentId: string };

async function findHeldPayment(context: Context, orderId: number): Promise<Result<HeldPayment>> {
  const payment = await findPaidPayment(context.database.orm, orderId);
  if (payment?.state !== 'authorised' || payment.providerPaymentId === null) return appError('order_not_held');
  if (!matchesAccount(payment.provider, context.integrations.payments))
    return appError('other_account', [payment.provider]);
  return { ...payment, paymentId: payment.providerPaymentId };
}

type Decision = {
  payment: PaymentRow;
  outcome: PaymentOutcome;
  actor: Actor;
  reason?: RefusalReason;
  action?: OrderEvent;
};

/** A partially captured payment does not pay the order: the order is refused, and a job refunds the captured amount. */
const isPaid = (outcome: PaymentOutcome): boolean =>
  outcome.state === 'captured' && outcome.receivedCents === undefined;

async function recordDecision(
  context: Context,
  { payment, outcome, actor, reason, action }: Decision,
): Promise<'approved' | 'refused' | 'still held' | 'not held'> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    const record = async (status: 'approved' | 'refused', because: RefusalReason | null = null) => {
      if (order && action) await recordOn(context, tx, { order, action, actor, after: { status, reason: because } });
    };
    if (order?.status === 'approved' || order?.status === 'refused') {
      await record(order.status, order.refusalReason);
      return order.status;
    }
    if (order?.status !== 'held') return 'not held';
    if (outcome.state === 'authorised' || outcome.state === 'requires_action') return 'still held';
    if (isPaid(outcome) && (await canCaptureHolds(tx, order.id))) {
      await movePayment(tx, { id: payment.id, to: 'captured', set: { updatedAt: now } });
      await updateOrder(tx, order.id, { refusalReason: null });
      await approveCheckedOrder(context, tx, { orderId: order.id, now });
      await record('approved');
      return 'approved';
    }
    await movePayment(tx, { id: payment.id, to: 'voided', set: { updatedAt: now } });
    if (outcome.state === 'captured') await queueOrphanRefund(context, tx, { payment, outcome });
    const because = reason ?? order.refusalReason ?? 'payment declined';
    await refuseOrder(context, tx, { orderId: order.id, reason: because, now });
    await record('refused', because);
    return 'refused';
  });
}

type OrderEvent = 'order.approved' | 'order.refused';

/** Records that the approval has begun, because the capture's webhook may complete it first. */
async function recordBegun(context: Context, { orderId, actor }: { orderId: number; actor: Actor }): Promise<void> {
  await context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status === 'held')
      await recordOn(context, tx, { order, action: 'order.approved', actor, after: { state: 'begun' } });
  });
}

type Recording = { order: OrderRow; action: OrderEvent; actor: Actor; after: Readonly<Record<string, unknown>> };

async function recordOn(context: Context, tx: Transaction, { order, action, actor, after }: Recording): Promise<void> {
  const { status, heldFor } = order;
  await recordAction({ actor, clock: context.clock }, tx, {
    action,
    subject: orderSubject(order),
    before: { status, heldFor },
    after,
  });
}
