import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { lockCardValues, voidValue } from '../gift-cards/void-value.ts';
import { type RefundFacts, refundShares } from './refund-shares.ts';
import * as store from './store.ts';

/** What the rule of refunds asks of a payment; the cards stay locked. Only the payment that bought them has cards. */
export async function refundFacts(tx: Transaction, payment: store.PaymentRow): Promise<RefundFacts> {
  const present = await store.paymentById(tx, payment.id);
  const bought = present?.state === 'captured' || present?.state === 'refunded';
  return {
    totalCents: payment.amountCents,
    refundedCents: await store.goneCents(tx, payment.id),
    cards: bought ? await lockCardValues(tx, payment.orderId) : [],
  };
}

type Gone = { payment: store.PaymentRow; amountCents: number; facts: RefundFacts; note: string; now: Date };

/** Money has gone that nobody here decided about: as much unspent value goes with it, goods and shipping first. */
export async function takeValue(context: Context, tx: Transaction, gone: Gone): Promise<void> {
  const { payment, amountCents, facts, note, now } = gone;
  const { shares, shortCents } = refundShares(facts, amountCents);
  if (shortCents > 0)
    context.log.error({ orderId: payment.orderId, shortCents, note }, 'money went whose value was spent');
  for (const { card, cents } of shares) await voidValue(tx, { card, cents, note, now });
}
