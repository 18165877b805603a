import type { Context } from '#server/context.ts';
import type { ScheduleReason } from '#server/platform/jobs/jobs.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { findLivePayment, listPendingOrderIds, touchPayment } from '../stores/payments-store.ts';
import { CARD_HOLD_MS } from './reserve-order.ts';
import { settleOrder } from './settle-order.ts';

const QUIET_MS = 60_000;

/** Runs the job reconcile-order. Throws while the provider does not respond, so that the job is retried. */
export async function reconcilePendingOrder(context: Context, orderId: number): Promise<void> {
  const payment = await findLivePayment(context.database.orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return;
  const challengeOver = context.clock.ms() - payment.createdAt.getTime() > CARD_HOLD_MS;
  await touchPayment(context.database.orm, payment.id, context.clock.now());
  // Check the payment before abandoning it: a customer who passed the challenge and then left has paid.
  const waits = payment.state === 'requires_action';
  const found = await settleOrder(context, { orderId, abandon: challengeOver && !waits });
  const isUnanswered = isAppError(found) && found.code === 'authentication_required';
  const settled = challengeOver && isUnanswered ? await settleOrder(context, { orderId, abandon: true }) : found;
  const outcome = isAppError(settled) ? settled.code : settled === null ? 'ended' : 'placed';
  context.log.info({ orderId, outcome }, 'order.reconciled');
}

/**
 * Scheduled job for orders whose own job was lost. When the only process of an embedded database starts, it takes all
 * pending orders, because the process that placed them has died.
 */
export async function reconcilePendingOrders(context: Context, reason: ScheduleReason = 'regular'): Promise<void> {
  const isAlone = reason === 'start' && context.database.kind === 'embedded';
  const before = new Date(context.clock.ms() - (isAlone ? 0 : QUIET_MS));
  for (const orderId of await listPendingOrderIds(context.database.orm, before)) {
    await reconcilePendingOrder(context, orderId).catch((error) => {
      context.log.error({ err: error, orderId }, 'order.reconcile_failed');
    });
  }
}
