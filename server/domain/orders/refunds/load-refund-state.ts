import { lockCardValues } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { sumDisputedCents } from '../stores/disputes-store.ts';
import { findPaymentById, type PaymentRow } from '../stores/payments-store.ts';
import { sumRefundedCents } from '../stores/refunds-store.ts';
import type { RefundFacts } from './card-voids.ts';

/** Leaves the gift cards locked. `cards` is empty unless this payment bought them. */
export async function lockRefundState(tx: Transaction, payment: PaymentRow): Promise<RefundFacts> {
  const present = await findPaymentById(tx, payment.id);
  const bought = present?.state === 'captured' || present?.state === 'refunded';
  return {
    totalCents: payment.amountCents,
    refundedCents: (await sumRefundedCents(tx, payment.id)) + (await sumDisputedCents(tx, payment.id)),
    cards: bought ? await lockCardValues(tx, payment.orderId) : [],
  };
}
