import { dollars } from '../kernel/plain-texts.ts';
import type { Difference } from './book-checks-store.ts';
import type { WrongAccount, WrongRedemption } from './ledger-check-store.ts';

const differs = (subject: string, sentence: string): Difference => ({ subject, sentence });

/** What is wrong with an account, one sentence each. */
export function accountDifferences(account: WrongAccount): Difference[] {
  const { card, issued, balance, held, count } = account;
  if (issued === null || balance === null || held === null || count === null)
    return [differs(`account of ${card}`, `Card ${card} has no account.`)];
  const { issuedSum, postedSum, heldSum, liveHolds, entries, lastSeq, balanceAfter, heldAfter } = account;
  const amounts = [
    ['issued', issued, issuedSum, 'was issued by its entries'],
    ['balance', balance, postedSum, 'is left by its entries'],
    ['held', held, heldSum, 'is put aside by its entries'],
    ['holds', held, liveHolds, 'is put aside by its live holds'],
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

/** What is wrong with a redemption, one sentence each. */
export function redemptionDifferences(redemption: WrongRedemption): Difference[] {
  const { redemption: id, card, amount, reversed, spentSum, reversedSum, capturedCents } = redemption;
  const of = `Redemption ${id} of card ${card}`;
  return [
    ...(amount === spentSum
      ? []
      : [differs(`spent by ${id}`, `${of} says ${dollars(amount)} spent, its entries ${dollars(spentSum)}.`)]),
    ...(reversed === reversedSum && reversed <= amount
      ? []
      : [
          differs(
            `reversed of ${id}`,
            `${of} says ${dollars(reversed)} of ${dollars(amount)} given back, its entries ${dollars(reversedSum)}.`,
          ),
        ]),
    ...(capturedCents === null || capturedCents === amount
      ? []
      : [differs(`hold of ${id}`, `${of} says ${dollars(amount)} spent, its hold ${dollars(capturedCents)}.`)]),
  ];
}
