import { z } from 'zod';
import { money } from './numbers.ts';

/** `given_back`: reversed by the seller; `refunded`, `disputed`: removed with its payment; `restored`: added back. */
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

/** `amount`: change of the available balance. */
const historyLine = z.object({
  kind: z.enum(historyKinds),
  amount: money,
  at: z.string(),
  place: z.enum(['shop', 'counter']).nullable(),
});
export type HistoryLine = z.output<typeof historyLine>;

/** Newest first; sums to the available balance. */
export const cardHistory = z.array(historyLine);

export const cardThanks = z.object({ message: z.string(), said_at: z.string() });
