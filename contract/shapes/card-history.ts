import { z } from 'zod';
import { money } from './numbers.ts';

/**
 * `given_back`: the seller reversed a redemption. `refunded` and `disputed`: the value was removed with the card's
 * payment. `restored`: the value was added back.
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

/** `amount`: the change in the card's available balance. */
const historyLine = z.object({
  kind: z.enum(historyKinds),
  amount: money,
  at: z.string(),
  place: z.enum(['shop', 'counter']).nullable(),
});
export type HistoryLine = z.output<typeof historyLine>;

/** Newest first. The amounts add up to the available balance. */
export const cardHistory = z.array(historyLine);

export const cardThanks = z.object({ message: z.string(), said_at: z.string() });
