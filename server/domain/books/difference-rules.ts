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
          `Card ${card}: the account says ${dollars(is)} ${what === 'holds' ? 'held' : what}, its ${source} say ${dollars(sum)}.`,
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
            `Card ${card}: the account says ${dollars(balance)} balance and ${dollars(held)} held, its last entry says ${dollars(balanceAfter)} and ${dollars(heldAfter)}.`,
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
      : [differs(`spent by ${id}`, `${subject} says ${dollars(amount)} spent, its entries say ${dollars(spentSum)}.`)]),
    ...(reversed === reversedSum && reversed <= amount
      ? []
      : [
          differs(
            `reversed of ${id}`,
            `${subject} says ${dollars(reversed)} of ${dollars(amount)} reversed, its entries say ${dollars(reversedSum)}.`,
          ),
        ]),
    ...(capturedCents === null || capturedCents === amount
      ? []
      : [
          differs(
            `hold of ${id}`,
            `${subject} says ${dollars(amount)} spent, its hold says ${dollars(capturedCents)}.`,
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
    ['GST', 'the order says', gst, linesGst + sellersShippingGst, 'its lines and shipping say'],
    ['shipping GST', 'the order says', shippingGst, sellersShippingGst, 'the shipping of its sellers says'],
    ['goods GST', 'the sales of its sellers say', sellersGst, linesGst, 'its lines say'],
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
    `Books of ${name}: the gift card payments to ${seller} say ${dollars(gst)} GST, their share of its GST is ${dollars(due)}.`,
  );
}

export function refundGstDifference(refund: WrongRefundGst): Difference {
  const name = orderName(refund);
  const { refundId, gst, sharesGst } = refund;
  return differs(
    `reversed GST of refund ${refundId}`,
    `Books of ${name}: refund ${refundId} says it returned ${dollars(gst)} GST to gift cards, its shares say ${dollars(sharesGst)}.`,
  );
}

export function counterGstDifferences(counter: WrongCounterGst): Difference[] {
  const { redemption: id, card, gst, due, reversedGst, reversedDue } = counter;
  const subject = `Redemption ${id} of card ${card}`;
  return [
    ...(gst === due
      ? []
      : [differs(`GST of ${id}`, `${subject} says ${dollars(gst)} GST, the spent amount contains ${dollars(due)}.`)]),
    ...(reversedGst === reversedDue
      ? []
      : [
          differs(
            `reversed GST of ${id}`,
            `${subject} says ${dollars(reversedGst)} GST reversed, the reversed amount contains ${dollars(reversedDue)}.`,
          ),
        ]),
  ];
}
