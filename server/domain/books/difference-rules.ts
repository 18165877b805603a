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
    ['issued', issued, issuedSum, 'entries'],
    ['balance', balance, postedSum, 'entries'],
    ['held', held, heldSum, 'entries'],
    ['holds', held, liveHolds, 'live holds'],
  ] as const;
  return [
    ...amounts
      .filter(([, is, sum]) => is !== sum)
      .map(([what, is, sum, source]) =>
        differs(
          `${what} of ${card}`,
          `Card ${card}: the account shows ${dollars(is)} ${what === 'holds' ? 'held' : what}, but its ${source} add up to ${dollars(sum)}.`,
        ),
      ),
    ...(count === entries && lastSeq === entries
      ? []
      : [
          differs(
            `entries of ${card}`,
            `Card ${card}: the account counts ${count} entries, but there are ${entries} and the last is number ${lastSeq}.`,
          ),
        ]),
    ...(balanceAfter === balance && heldAfter === held
      ? []
      : [
          differs(
            `last entry of ${card}`,
            `Card ${card}: the account shows ${dollars(balance)} balance and ${dollars(held)} held, but its last entry shows ${dollars(balanceAfter)} and ${dollars(heldAfter)}.`,
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
      : [
          differs(
            `spent by ${id}`,
            `${subject} shows ${dollars(amount)} spent, but its entries add up to ${dollars(spentSum)}.`,
          ),
        ]),
    ...(reversed === reversedSum && reversed <= amount
      ? []
      : [
          differs(
            `reversed of ${id}`,
            `${subject} shows ${dollars(reversed)} of ${dollars(amount)} reversed, but its entries add up to ${dollars(reversedSum)}.`,
          ),
        ]),
    ...(capturedCents === null || capturedCents === amount
      ? []
      : [
          differs(
            `hold of ${id}`,
            `${subject} shows ${dollars(amount)} spent, but its hold shows ${dollars(capturedCents)}.`,
          ),
        ]),
  ];
}

const orderName = ({ orderId, number }: { orderId: number; number: number | null }): string =>
  number === null ? `order id ${orderId}` : `order ${incrementId(number)}`;

export function orderGstDifferences(order: WrongOrderGst): Difference[] {
  const { gst, shippingGst, linesGst, sellersGst, sellersShippingGst } = order;
  const name = orderName(order);
  const amounts = [
    ['GST', 'the order shows', gst, linesGst + sellersShippingGst, 'but its lines and shipping add up to'],
    ['shipping GST', 'the order shows', shippingGst, sellersShippingGst, 'but the shipping of its sellers adds up to'],
    ['goods GST', 'the sales of its sellers show', sellersGst, linesGst, 'but its lines add up to'],
  ] as const;
  return amounts
    .filter(([, , is, sum]) => is !== sum)
    .map(([subject, whole, is, sum, parts]) =>
      differs(
        `${subject} of ${name}`,
        `Books of ${name}: ${whole} ${dollars(is)} ${subject}, ${parts} ${dollars(sum)}.`,
      ),
    );
}

export function saleGstDifference(sale: WrongSaleGst): Difference {
  const name = orderName(sale);
  const { seller, gst, due } = sale;
  return differs(
    `redeemed GST of ${seller} in ${name}`,
    `Books of ${name}: the gift card payments to ${seller} show ${dollars(gst)} GST, but their share of its GST is ${dollars(due)}.`,
  );
}

export function refundGstDifference(refund: WrongRefundGst): Difference {
  const name = orderName(refund);
  const { refundId, gst, sharesGst } = refund;
  return differs(
    `reversed GST of refund ${refundId}`,
    `Books of ${name}: refund ${refundId} shows ${dollars(gst)} GST returned to gift cards, but its shares add up to ${dollars(sharesGst)}.`,
  );
}

export function counterGstDifferences(counter: WrongCounterGst): Difference[] {
  const { redemption: id, card, gst, due, reversedGst, reversedDue } = counter;
  const subject = `Redemption ${id} of card ${card}`;
  return [
    ...(gst === due
      ? []
      : [
          differs(
            `GST of ${id}`,
            `${subject} shows ${dollars(gst)} GST, but the spent amount contains ${dollars(due)}.`,
          ),
        ]),
    ...(reversedGst === reversedDue
      ? []
      : [
          differs(
            `reversed GST of ${id}`,
            `${subject} shows ${dollars(reversedGst)} GST reversed, but the reversed amount contains ${dollars(reversedDue)}.`,
          ),
        ]),
  ];
}
