import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { disputeNote, lockCardValues, refundNote, takenUnder, voidValue } from '../gift-cards/void-value.ts';
import { overdueShares, type RefundFacts, refundShares } from './refund-shares.ts';
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
    context.log.error({ orderId: payment.orderId, shortCents, note }, 'money went that no card could cover');
  for (const { card, cents } of shares) await voidValue(tx, { card, cents, note, now });
}

type Payment = { payment: store.PaymentRow; now: Date };

/**
 * Value that came back to cards goes again, as far as other money has gone that found no value to take. To be called after every
 * restore, once the refund's or the dispute's new state is written. It is taken under the note of that other money, so that it comes back
 * with it.
 */
export async function takeOverdue(context: Context, tx: Transaction, { payment, now }: Payment): Promise<void> {
  for (const { note, cents: goneCents } of await goneByNote(tx, payment)) {
    const taken = await takenUnder(tx, { orderId: payment.orderId, note });
    const open = taken.reduce((left, { cents }) => left - cents, goneCents);
    for (const { card, cents } of overdueShares(await refundFacts(tx, payment), open)) {
      await voidValue(tx, { card, cents, note, now });
      context.log.error(
        { orderId: payment.orderId, giftCardId: card.giftCardId, cents, note },
        'value that came back was taken for other money that had gone',
      );
    }
  }
}

/** All that has gone of a payment: the newest refund first, then what lost disputes took. */
async function goneByNote(tx: Transaction, payment: store.PaymentRow): Promise<{ note: string; cents: number }[]> {
  const refunds = (await store.refundsOfPayment(tx, payment.id)).filter((row) => row.state !== 'failed');
  const disputes = (await store.disputesOf(tx, payment.orderId)).filter((row) => row.paymentId === payment.id);
  return [
    ...refunds.toReversed().map((row) => ({ note: refundNote(row.id), cents: row.amountCents })),
    ...disputes.map((row) => ({ note: disputeNote(row.id), cents: row.takenCents })),
  ];
}
