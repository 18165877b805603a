import type { Context } from '#server/context.ts';
import { restoreValue } from '#server/domain/gift-cards/ledger/void-value.ts';
import type { ProviderDispute } from '#server/integrations/payments/port.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { freezeOrThawCards } from '../refunds/freeze-cards.ts';
import { lockRefundState } from '../refunds/load-refund-state.ts';
import { postReturnedMoney } from '../refunds/post-returned-money.ts';
import { refundOrphanPayment } from '../refunds/refund-orphan-payment.ts';
import { voidOverdueValue, voidUnspentValue } from '../refunds/void-for-refund.ts';
import { type DisputeRow, setLostCents, upsertDispute } from '../stores/disputes-store.ts';
import { lockOrder } from '../stores/orders-store.ts';
import { findPaymentOfProvider, type PaymentRow } from '../stores/payments-store.ts';

/**
 * Records a dispute and its outcome. Freezes the order's cards while the dispute is open. A lost dispute voids value
 * like a refund; value is restored when the money returns.
 */
export async function recordDispute(context: Context, providerDispute: ProviderDispute): Promise<string> {
  const { disputeId: providerDisputeId, paymentId, amountCents, reason, state, lostCents } = providerDispute;
  const payment = await findPaymentOfProvider(context.database.orm, { paymentId, key: null });
  if (!payment) return 'not ours';
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await lockOrder(tx, payment.orderId);
    const dispute = await upsertDispute(tx, {
      orderId: payment.orderId,
      paymentId: payment.id,
      providerDisputeId,
      amountCents,
      reason,
      state,
      openedAt: now,
      updatedAt: now,
    });
    // An appeal reopens the dispute, but voided value stays void meanwhile.
    if (state !== 'open') await settle(context, tx, { payment, dispute, lostCents, now });
    await freezeOrThawCards(tx, payment.orderId);
    await postReturnedMoney(tx, { orderId: payment.orderId, now });
  });
  context.log.warn({ orderId: payment.orderId, dispute: state }, 'order.disputed');
  // Disputed money cannot be refunded, so an orphan payment is refunded only after the dispute is won.
  if (state === 'won' && isOver(payment)) await refundOrphanPayment(context, { payment, paymentId });
  return `dispute ${state}`;
}

const isOver = ({ state }: PaymentRow): boolean => state === 'declined' || state === 'voided';

type Settling = {
  payment: PaymentRow;
  dispute: DisputeRow;
  lostCents: number;
  now: Date;
};

async function settle(context: Context, tx: Transaction, settling: Settling): Promise<void> {
  const { payment, dispute, lostCents, now } = settling;
  const { orderId } = payment;
  const cause = { disputeId: dispute.id };
  const differenceCents = lostCents - dispute.lostCents;
  if (differenceCents > 0) {
    await voidUnspentValue(context, tx, {
      payment,
      amountCents: differenceCents,
      facts: await lockRefundState(tx, payment),
      cause,
      now,
    });
  }
  if (differenceCents < 0)
    await restoreValue(context, tx, { orderId, cause, ...(lostCents > 0 ? { cents: -differenceCents } : {}), now });
  await setLostCents(tx, dispute.id, lostCents);
  if (differenceCents < 0) await voidOverdueValue(context, tx, { payment, now });
}
