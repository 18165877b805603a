import { toIncrementId } from '#contract/rules/order-number.ts';
import { formatDollars } from '#server/platform/kernel/plain-texts.ts';
import type { Difference } from './book-checks-store.ts';
import type { WrongCounterGst, WrongOrderGst, WrongRefundGst, WrongSaleGst } from './gst-check-store.ts';
import type { WrongAccount, WrongRedemption } from './ledger-check-store.ts';

const createDifference = (subject: string, sentence: string): Difference => ({ subject, sentence });

export function accountDifferences(account: WrongAccount): Difference[] {
  const { card, issued, balance, held, count } = account;
  if (issued === null || balance === null || held === null || count === null)
    return [createDifference(`account of ${card}`, `Card ${card} has no account.`)];
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
      .map(([subject, is, sum, source]) =>
        createDifference(
          `${subject} of ${card}`,
          `Card ${card}: the account shows ${formatDollars(is)} ${subject === 'holds' ? 'held' : subject}, but its ${source} add up to ${formatDollars(sum)}.`,
        ),
      ),
    ...(count === entries && lastSeq === entries
      ? []
      : [
          createDifference(
            `entries of ${card}`,
            `Card ${card}: the account counts ${count} entries, but there are ${entries} and the last is number ${lastSeq}.`,
          ),
        ]),
    ...(balanceAfter === balance && heldAfter === held
      ? []
      : [
          createDifference(
            `last entry of ${card}`,
            `Card ${card}: the account shows ${formatDollars(balance)} balance and ${formatDollars(held)} held, but its last entry shows ${formatDollars(balanceAfter)} and ${formatDollars(heldAfter)}.`,
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
          createDifference(
            `spent by ${id}`,
            `${subject} shows ${formatDollars(amount)} spent, but its entries add up to ${formatDollars(spentSum)}.`,
          ),
        ]),
    ...(reversed === reversedSum && reversed <= amount
      ? []
      : [
          createDifference(
            `reversed of ${id}`,
            `${subject} shows ${formatDollars(reversed)} of ${formatDollars(amount)} reversed, but its entries add up to ${formatDollars(reversedSum)}.`,
          ),
        ]),
    ...(capturedCents === null || capturedCents === amount
      ? []
      : [
          createDifference(
            `hold of ${id}`,
            `${subject} shows ${formatDollars(amount)} spent, but its hold shows ${formatDollars(capturedCents)}.`,
          ),
        ]),
  ];
}

const orderName = ({ orderId, number }: { orderId: number; number: number | null }): string =>
  number === null ? `order id ${orderId}` : `order ${toIncrementId(number)}`;

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
      createDifference(
        `${subject} of ${name}`,
        `Books of ${name}: ${whole} ${formatDollars(is)} ${subject}, ${parts} ${formatDollars(sum)}.`,
      ),
    );
}

export function saleGstDifference(sale: WrongSaleGst): Difference {
  const name = orderName(sale);
  const { seller, gst, due } = sale;
  return createDifference(
    `redeemed GST of ${seller} in ${name}`,
    `Books of ${name}: the gift card payments to ${seller} show ${formatDollars(gst)} GST, but their share of its GST is ${formatDollars(due)}.`,
  );
}

export function refundGstDifference(refund: WrongRefundGst): Difference {
  const name = orderName(refund);
  const { refundId, gst, sharesGst } = refund;
  return createDifference(
    `reversed GST of refund ${refundId}`,
    `Books of ${name}: refund ${refundId} shows ${formatDollars(gst)} GST returned to gift cards, but its shares add up to ${formatDollars(sharesGst)}.`,
  );
}

export function counterGstDifferences(counter: WrongCounterGst): Difference[] {
  const { redemption: id, card, gst, due, reversedGst, reversedDue } = counter;
  const subject = `Redemption ${id} of card ${card}`;
  return [
    ...(gst === due
      ? []
      : [
          createDifference(
            `GST of ${id}`,
            `${subject} shows ${formatDollars(gst)} GST, but the spent amount contains ${formatDollars(due)}.`,
          ),
        ]),
    ...(reversedGst === reversedDue
      ? []
      : [
          createDifference(
            `reversed GST of ${id}`,
            `${subject} shows ${formatDollars(reversedGst)} GST reversed, but the reversed amount contains ${formatDollars(reversedDue)}.`,
          ),
        ]),
  ];
}
