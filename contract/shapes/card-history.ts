import { z } from 'zod';
import { money } from './numbers.ts';

/**
 * What became of the value of a card. `reserved`: put aside by a hold that is live; `given_back`: by the seller, of what
 * was spent; `refunded`, `disputed`: taken off because its payment went back; `restored`: on the card again after that.
 */
const historyKinds = [
  'bought',
  'reserved',
  'spent',
  'given_back',
  'refunded',
  'disputed',
  'restored',
  'expired',
  'corrected',
] as const;

/** `amount`: what it added to what can be spent, below nothing when it took some. `place`: of what was spent or put aside. */
const historyLine = z.object({
  kind: z.enum(historyKinds),
  amount: money,
  at: z.string(),
  place: z.enum(['shop', 'counter']).nullable(),
});
export type HistoryLine = z.output<typeof historyLine>;

/** Newest first; the amounts add up to what can be spent. */
export const cardHistory = z.array(historyLine);

/** What the recipient has said to the giver. */
export const cardThanks = z.object({ message: z.string(), said_at: z.string() });
