import type { Context } from '#server/context.ts';
import { orderSubject, recordAction } from '#server/domain/operators/record-action.ts';
import type { ProviderWarning } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { freezeOrThawCards } from '../refunds/freeze-cards.ts';
import { listDisputes } from '../stores/disputes-store.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { clearWarnings, upsertWarning } from '../stores/payment-warnings-store.ts';
import { findPaymentOfProvider, type PaymentRow } from '../stores/payments-store.ts';
import { sumRefundedCents } from '../stores/refunds-store.ts';

/**
 * Freezes the order's cards after an early fraud warning or at a review, until the provider or an operator clears the
 * warning.
 */
export async function recordWarning(context: Context, warning: ProviderWarning): Promise<string> {
  const { warningId, kind, reason, paymentId: providerPaymentId } = warning;
  const payment = await findPaymentOfProvider(context.database.orm, { paymentId: providerPaymentId, key: null });
  if (!payment) return 'not ours';
  const { orderId, id: paymentId } = payment;
  const now = context.clock.now();
  const cards = await context.database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const state = warning.state === 'replaced' ? await resolveReplacedState(tx, payment) : warning.state;
    const times = { openedAt: now, updatedAt: now };
    await upsertWarning(tx, { orderId, paymentId, providerWarningId: warningId, kind, reason, state, ...times });
    return freezeOrThawCards(tx, orderId);
  });
  context.log.warn({ orderId, kind, warning: warning.state, cards }, 'order.payment_warned');
  return `warning ${warning.state}`;
}

/** Keeps the warning open until the dispute or refund that replaced it is recorded, whichever webhook arrives first. */
async function resolveReplacedState(
  tx: Transaction,
  { id, orderId, amountCents }: PaymentRow,
): Promise<'open' | 'cleared'> {
  const isDisputed = (await listDisputes(tx, orderId)).some(({ paymentId }) => paymentId === id);
  return isDisputed || (await sumRefundedCents(tx, id)) >= amountCents ? 'cleared' : 'open';
}

export async function clearPaymentWarnings(
  context: Context,
  { orderId, note, actor }: { orderId: number; note: string; actor: Actor },
): Promise<{ cleared: number; cards: 'frozen' | 'not frozen' }> {
  return context.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const cleared = await clearWarnings(tx, { orderId, note, now: context.clock.now() });
    const cards = await freezeOrThawCards(tx, orderId);
    const act = {
      action: 'order.warning_cleared',
      before: { warnings: cleared },
      after: { warnings: 0, cards },
    } as const;
    if (order && cleared > 0)
      await recordAction({ actor, clock: context.clock }, tx, { ...act, subject: orderSubject(order), reason: note });
    return { cleared, cards };
  });
}
