import type { Transaction } from '../../database/handle.ts';
import { insertChange, numberChanges } from '../changes-store.ts';
import type * as store from './details-store.ts';

/**
 * New numbers in 24 hours for a card that has not gone out: more than anybody mistypes, too few to write a list of
 * numbers.
 */
const A_CARD = 10;
const A_CUSTOMER = 50;
const DAY_MS = 86_400_000;

type Card = NonNullable<Awaited<ReturnType<typeof store.lockCardOfDetails>>>;
type Change = { customerId: number; card: Card; details: store.DetailsRow; mobile: string; now: Date };

/**
 * Records that the number of an issued card changes before the card is sent, by whichever call; the caller holds the
 * customer's lock and writes the number. Returns the error, or null.
 */
export async function recordMobileChange(tx: Transaction, change: Change): Promise<'mobile_changed_too_often' | null> {
  const { customerId, card, details, mobile, now } = change;
  if (details.recipientMobile === mobile) return null;
  const since = new Date(now.getTime() - DAY_MS);
  const { ofCard, ofCustomer } = await numberChanges(tx, { giftCardId: card.id, customerId, since });
  if (ofCard >= A_CARD || ofCustomer >= A_CUSTOMER) return 'mobile_changed_too_often';
  const numbers = { oldMobile: details.recipientMobile, newMobile: mobile };
  await insertChange(tx, { kind: 'correct', startsAttempt: false, card, customerId, ...numbers, now });
  return null;
}
