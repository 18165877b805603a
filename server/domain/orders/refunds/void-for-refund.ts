import type { Context } from '#server/context.ts';
import { voidValue } from '#server/domain/gift-cards/ledger/void-value.ts';
import { type Cause, sumVoidedCentsByCard } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { listDisputes } from '../stores/disputes-store.ts';
import type { PaymentRow } from '../stores/payments-store.ts';
import { listRefundsOfPayment, type RefundRow } from '../stores/refunds-store.ts';
import { type CardVoid, cardVoidsForRefund, overdueCardVoids, type RefundFacts } from './card-voids.ts';
import { lockRefundState } from './load-refund-state.ts';
import { recordShares } from './record-shares.ts';

type MoneyBack = { payment: PaymentRow; amountCents: number; facts: RefundFacts; cause: Cause; now: Date };

/** Voids unspent value for a dashboard refund or a lost dispute that exceeds goods and shipping. */
export async function voidUnspentValue(
  context: Context,
  tx: Transaction,
  { payment, amountCents, facts, cause, now }: MoneyBack,
): Promise<CardVoid[]> {
  const { cardVoids, shortCents } = cardVoidsForRefund(facts, amountCents);
  if (shortCents > 0) context.log.error({ orderId: payment.orderId, shortCents, ...cause }, 'refund.value_short');
  for (const { card, cents } of cardVoids) await voidValue(tx, { card, cents, cause, now });
  return cardVoids;
}

type Payment = { payment: PaymentRow; now: Date };

/**
 * Voids restored value for refunds or disputes that could not void enough before, and updates their shares. Call
 * whenever value was restored, once the refund's new state is written.
 */
export async function voidOverdueValue(context: Context, tx: Transaction, { payment, now }: Payment): Promise<void> {
  const { orderId } = payment;
  for (const { cause, cents: refundedCents, refund } of await listRefundedByCause(tx, payment)) {
    const voided = await sumVoidedCentsByCard(tx, { orderId, cause });
    const open = voided.reduce((left, { cents }) => left - cents, refundedCents);
    const facts = await lockRefundState(tx, payment);
    const overdue = overdueCardVoids(facts, open);
    for (const { card, cents } of overdue) {
      await voidValue(tx, { card, cents, cause, now });
      context.log.error({ orderId, giftCardId: card.giftCardId, cents, ...cause }, 'refund.value_voided_again');
    }
    if (refund && overdue.length > 0) {
      const inAll = await sumVoidedCentsByCard(tx, { orderId, cause });
      const centsByCard = new Map(inAll.map(({ id, cents }) => [id, cents]));
      const cards = facts.cards.map((card) => ({ card, cents: centsByCard.get(card.giftCardId) ?? 0 }));
      await recordShares(tx, { refund, payment, cards });
    }
  }
}

type Refunded = { cause: Cause; cents: number; refund?: RefundRow };

/** Returns the payment's refunds, newest first, then its lost disputes. */
async function listRefundedByCause(tx: Transaction, payment: PaymentRow): Promise<Refunded[]> {
  const refunds = (await listRefundsOfPayment(tx, payment.id)).filter((row) => row.state !== 'failed');
  const disputes = (await listDisputes(tx, payment.orderId)).filter((row) => row.paymentId === payment.id);
  return [
    ...refunds.toReversed().map((refund) => ({ cause: { refundId: refund.id }, cents: refund.amountCents, refund })),
    ...disputes.map((row) => ({ cause: { disputeId: row.id }, cents: row.lostCents })),
  ];
}
