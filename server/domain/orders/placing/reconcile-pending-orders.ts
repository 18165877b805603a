import type { Context } from '#server/context.ts';
import type { ScheduleReason } from '#server/platform/jobs/jobs.ts';
import { isAppError } from '#server/platform/kernel/errors.ts';
import { livePaymentOf, pendingOrderIds, touchPayment } from '../stores/payments-store.ts';
import { CARD_HOLD_MS } from './reserve-order.ts';
import { settleOrder } from './settle-order.ts';

const QUIET_MS = 60_000;

/** The job reconcile-order: finishes an interrupted order. Throws, and is retried, while the provider does not answer. */
export async function reconcilePendingOrder(context: Context, orderId: number): Promise<void> {
  const payment = await livePaymentOf(context.database.orm, orderId);
  if (!payment || payment.state === 'captured' || payment.state === 'authorised') return;
  // The bank's challenge may take as long as the checkout counts down; then stock and gift cards are released.
  const challengeOver = context.clock.ms() - payment.createdAt.getTime() > CARD_HOLD_MS;
  await touchPayment(context.database.orm, payment.id, context.clock.now());
  // A customer who passed the challenge and left has paid, so the provider is asked before the attempt is abandoned.
  const waits = payment.state === 'requires_action';
  const found = await settleOrder(context, { orderId, abandon: challengeOver && !waits });
  const isUnanswered = isAppError(found) && found.code === 'authentication_required';
  const settled = challengeOver && isUnanswered ? await settleOrder(context, { orderId, abandon: true }) : found;
  const outcome = isAppError(settled) ? settled.code : settled === null ? 'ended' : 'placed';
  context.log.info({ orderId, outcome }, 'order.reconciled');
}

/**
 * Scheduled job: reconciles every order that has waited for a minute, in case its own job was lost. When the only
 * process of a database starts, it takes every pending order at once: the process that was placing it has died.
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
