import type { Transaction } from '../database/handle.ts';
import { insertChange, numberChanges } from './changes-store.ts';
import type * as store from './details-store.ts';

/** New numbers in 24 hours for a card that has not gone out: more than anybody mistypes, too few to write a list of numbers. */
const A_CARD = 10;
const A_MEMBER = 50;
const DAY_MS = 86_400_000;

const OFTEN = 'This number has been changed often enough for today. Please try again tomorrow';

type Card = NonNullable<Awaited<ReturnType<typeof store.lockCardOfDetails>>>;
type Change = { memberId: number; card: Card; details: store.DetailsRow; mobile: string; now: Date };

/**
 * Notes that the number of an issued card changes before the card has gone out, by whichever call; the caller holds the buyer's lock
 * and writes the number. Answers why not, in words for the shopper, or null.
 */
export async function noteNewNumber(tx: Transaction, change: Change): Promise<string | null> {
  const { memberId, card, details, mobile, now } = change;
  if (details.recipientMobile === mobile) return null;
  const since = new Date(now.getTime() - DAY_MS);
  const { ofCard, ofMember } = await numberChanges(tx, { giftCardId: card.id, memberId, since });
  if (ofCard >= A_CARD || ofMember >= A_MEMBER) return OFTEN;
  await insertChange(tx, {
    kind: 'correct',
    giftCardId: card.id,
    memberId,
    round: card.round,
    startsRound: false,
    oldState: card.state,
    oldMobile: details.recipientMobile,
    newMobile: mobile,
    createdAt: now,
  });
  return null;
}
