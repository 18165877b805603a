import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { type Cause, lockCardValues, voidedCentsByCause, voidValue } from '../../gift-cards/ledger/void-value.ts';
import { disputedCents, disputesOf } from '../stores/disputes-store.ts';
import { type PaymentRow, paymentById } from '../stores/payments-store.ts';
import { refundedCents, refundsOfPayment } from '../stores/refunds-store.ts';
import { overdueShares, type RefundFacts, refundShares } from './allocate-refund.ts';

/** What the rule of refunds needs of a payment; the cards stay locked. Only the payment that bought them has cards. */
export async function loadRefundState(tx: Transaction, payment: PaymentRow): Promise<RefundFacts> {
  const present = await paymentById(tx, payment.id);
  const bought = present?.state === 'captured' || present?.state === 'refunded';
  return {
    totalCents: payment.amountCents,
    refundedCents: (await refundedCents(tx, payment.id)) + (await disputedCents(tx, payment.id)),
    cards: bought ? await lockCardValues(tx, payment.orderId) : [],
  };
}

type Gone = { payment: PaymentRow; amountCents: number; facts: RefundFacts; cause: Cause; now: Date };

/** Money has gone that nobody here decided about: as much unspent value goes with it, goods and shipping first. */
export async function takeValue(context: Context, tx: Transaction, gone: Gone): Promise<void> {
  const { payment, amountCents, facts, cause, now } = gone;
  const { shares, shortCents } = refundShares(facts, amountCents);
  if (shortCents > 0) context.log.error({ orderId: payment.orderId, shortCents, ...cause }, 'refund.value_short');
  for (const { card, cents } of shares) await voidValue(tx, { card, cents, cause, now });
}

type Payment = { payment: PaymentRow; now: Date };

/**
 * Value that came back to cards goes again, as far as other money has gone that found no value to take. To be called
 * after every restore, once the refund's or the dispute's new state is written. Its cause is that other money, so that
 * it comes back with it.
 */
export async function takeOverdue(context: Context, tx: Transaction, { payment, now }: Payment): Promise<void> {
  for (const { cause, cents: goneCents } of await goneByCause(tx, payment)) {
    const taken = await voidedCentsByCause(tx, { orderId: payment.orderId, cause });
    const open = taken.reduce((left, { cents }) => left - cents, goneCents);
    for (const { card, cents } of overdueShares(await loadRefundState(tx, payment), open)) {
      await voidValue(tx, { card, cents, cause, now });
      context.log.error(
        { orderId: payment.orderId, giftCardId: card.giftCardId, cents, ...cause },
        'refund.value_taken_again',
      );
    }
  }
}

/** All that has gone of a payment: the newest refund first, then what lost disputes took. */
async function goneByCause(tx: Transaction, payment: PaymentRow): Promise<{ cause: Cause; cents: number }[]> {
  const refunds = (await refundsOfPayment(tx, payment.id)).filter((row) => row.state !== 'failed');
  const disputes = (await disputesOf(tx, payment.orderId)).filter((row) => row.paymentId === payment.id);
  return [
    ...refunds.toReversed().map((row) => ({ cause: { refundId: row.id }, cents: row.amountCents })),
    ...disputes.map((row) => ({ cause: { disputeId: row.id }, cents: row.takenCents })),
  ];
}
