import { incrementId } from '#contract/rules/order-number.ts';
import { dollars } from '#server/platform/kernel/plain-texts.ts';
import type { Difference } from './book-checks-store.ts';
import type { WrongCounterGst, WrongOrderGst, WrongRefundGst, WrongSaleGst } from './gst-check-store.ts';
import type { WrongAccount, WrongRedemption } from './ledger-check-store.ts';

const differs = (subject: string, sentence: string): Difference => ({ subject, sentence });

export function accountDifferences(account: WrongAccount): Difference[] {
  const { card, issued, balance, held, count } = account;
  if (issued === null || balance === null || held === null || count === null)
    return [differs(`account of ${card}`, `Card ${card} has no account.`)];
  const { issuedSum, postedSum, heldSum, liveHolds, entries, lastSeq, balanceAfter, heldAfter } = account;
  const amounts = [
    ['issued', issued, issuedSum, 'was issued by its entries'],
    ['balance', balance, postedSum, 'is left by its entries'],
    ['held', held, heldSum, 'is reserved by its entries'],
    ['holds', held, liveHolds, 'is reserved by its live holds'],
  ] as const;
  return [
    ...amounts
      .filter(([, is, sum]) => is !== sum)
      .map(([what, is, sum, words]) =>
        differs(
          `${what} of ${card}`,
          `Card ${card}: the account says ${dollars(is)} ${what === 'issued' ? 'issued' : what === 'balance' ? 'balance' : 'held'}, and ${dollars(sum)} ${words}.`,
        ),
      ),
    ...(count === entries && lastSeq === entries
      ? []
      : [
          differs(
            `entries of ${card}`,
            `Card ${card}: the account counts ${count} entries, there are ${entries}, and the last has number ${lastSeq}.`,
          ),
        ]),
    ...(balanceAfter === balance && heldAfter === held
      ? []
      : [
          differs(
            `last entry of ${card}`,
            `Card ${card}: the account says ${dollars(balance)} balance and ${dollars(held)} held, its last entry ${dollars(balanceAfter)} and ${dollars(heldAfter)}.`,
          ),
        ]),
  ];
}

export function redemptionDifferences(redemption: WrongRedemption): Difference[] {
  const { redemption: id, card, amount, reversed, spentSum, reversedSum, capturedCents } = redemption;
  const subject = `Redemption ${id} of card ${card}`;
  return [
    ...(amount === spentSum
      ? []
      : [differs(`spent by ${id}`, `${subject} says ${dollars(amount)} spent, its entries ${dollars(spentSum)}.`)]),
    ...(reversed === reversedSum && reversed <= amount
      ? []
      : [
          differs(
            `reversed of ${id}`,
            `${subject} says ${dollars(reversed)} of ${dollars(amount)} reversed, its entries ${dollars(reversedSum)}.`,
          ),
        ]),
    ...(capturedCents === null || capturedCents === amount
      ? []
      : [differs(`hold of ${id}`, `${subject} says ${dollars(amount)} spent, its hold ${dollars(capturedCents)}.`)]),
  ];
}

const orderName = ({ orderId, number }: { orderId: number; number: number | null }): string =>
  number === null ? `order id ${orderId}` : `order ${incrementId(number)}`;

export function orderGstDifferences(order: WrongOrderGst): Difference[] {
  const { gst, shippingGst, linesGst, sellersGst, sellersShippingGst } = order;
  const name = orderName(order);
  const amounts = [
    ['GST', 'GST', gst, linesGst + sellersShippingGst, 'is in its lines and shipping'],
    ['shipping GST', 'GST in its shipping', shippingGst, sellersShippingGst, 'is in what its sellers ship'],
    ['goods GST', 'GST in what its sellers sold', sellersGst, linesGst, 'is in its lines'],
  ] as const;
  return amounts
    .filter(([, , is, sum]) => is !== sum)
    .map(([subject, what, is, sum, words]) =>
      differs(`${subject} of ${name}`, `Books of ${name}: ${dollars(is)} ${what}, and ${dollars(sum)} ${words}.`),
    );
}

export function saleGstDifference(sale: WrongSaleGst): Difference {
  const name = orderName(sale);
  const { seller, gst, due } = sale;
  return differs(
    `redeemed GST of ${seller} in ${name}`,
    `Books of ${name}: ${dollars(gst)} GST in what gift cards paid to ${seller}, and ${dollars(due)} is their part of its GST.`,
  );
}

export function refundGstDifference(refund: WrongRefundGst): Difference {
  const name = orderName(refund);
  const { refundId, gst, sharesGst } = refund;
  return differs(
    `reversed GST of refund ${refundId}`,
    `Books of ${name}: ${dollars(gst)} GST went back with refund ${refundId} to gift cards, and ${dollars(sharesGst)} is in its shares.`,
  );
}

export function counterGstDifferences(counter: WrongCounterGst): Difference[] {
  const { redemption: id, card, gst, due, reversedGst, reversedDue } = counter;
  const subject = `Redemption ${id} of card ${card}`;
  return [
    ...(gst === due
      ? []
      : [differs(`GST of ${id}`, `${subject}: ${dollars(gst)} GST, and ${dollars(due)} is in what was spent.`)]),
    ...(reversedGst === reversedDue
      ? []
      : [
          differs(
            `reversed GST of ${id}`,
            `${subject}: ${dollars(reversedGst)} GST went back, and ${dollars(reversedDue)} is in what was reversed.`,
          ),
        ]),
  ];
}
