import { lockCardValues } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { disputedCents } from '../stores/disputes-store.ts';
import { type PaymentRow, paymentById } from '../stores/payments-store.ts';
import { refundedCents } from '../stores/refunds-store.ts';
import type { RefundFacts } from './card-voids.ts';

/** Leaves the gift cards locked. `cards` is empty unless this payment bought them. */
export async function loadRefundState(tx: Transaction, payment: PaymentRow): Promise<RefundFacts> {
  const present = await paymentById(tx, payment.id);
  const bought = present?.state === 'captured' || present?.state === 'refunded';
  return {
    totalCents: payment.amountCents,
    refundedCents: (await refundedCents(tx, payment.id)) + (await disputedCents(tx, payment.id)),
    cards: bought ? await lockCardValues(tx, payment.orderId) : [],
  };
}
