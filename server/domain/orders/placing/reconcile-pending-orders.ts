import type { Context } from '#server/context.ts';
import type { ScheduleReason } from '#server/platform/jobs/jobs.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { livePaymentOf, pendingOrderIds, touchPayment } from '../stores/payments-store.ts';
import { HOLD_MS } from './reserve-order.ts';
import { settleOrder } from './settle-order.ts';

const QUIET_MS = 60_000;

/**
 * The job reconcile-order: finishes an order whose placing was cut off. Throws (and is retried) while the provider is
 * silent.
 */
export async function reconcilePendingOrder(context: Context, orderId: number): Promise<void> {
  const payment = await livePaymentOf(context.database.orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return;
  // The customer has as long for the bank's challenge as the checkout counts down: then stock and gift cards are free.
  const challengeOver = context.clock.ms() - payment.createdAt.getTime() > HOLD_MS;
  await touchPayment(context.database.orm, payment.id, context.clock.now());
  // One who passed the challenge and left has paid; one who has not by now will not.
  const waits = payment.state === 'requires_action';
  const found = await settleOrder(context, { orderId, abandon: challengeOver && !waits });
  const isUnanswered = isAppError(found) && found.code === 'authentication_required';
  const settled = challengeOver && isUnanswered ? await settleOrder(context, { orderId, abandon: true }) : found;
  const outcome = isAppError(settled) ? settled.code : settled === null ? 'ended' : 'placed';
  context.log.info({ orderId, outcome }, 'order.reconciled');
}

/**
 * The scheduled job behind it: every order that has waited for a minute, whatever became of its job. At the start of a
 * process that has the database alone whoever was placing it is dead, however short a time ago that was.
 */
export async function reconcilePendingOrders(context: Context, reason: ScheduleReason = 'regular'): Promise<void> {
  const isAlone = reason === 'start' && context.database.kind === 'embedded';
  const before = new Date(context.clock.ms() - (isAlone ? 0 : QUIET_MS));
  for (const orderId of await pendingOrderIds(context.database.orm, before)) {
    await reconcilePendingOrder(context, orderId).catch((error) => {
      context.log.error({ err: error, orderId }, 'order.reconcile_failed');
    });
  }
}
