import type { Context } from '../../context.ts';
import { isEditable } from '../card-state.ts';
import { resendFacts } from '../changes-store.ts';
import { correctionDenial, resendDenial } from './resend-policy.ts';

/** What a customer can still do about a card; `sendAgainFrom`: when 'send again' opens, if only time is missing. */
export type AllowedActions = {
  edit: boolean;
  correct: boolean;
  sendAgain: boolean;
  sendAgainFrom: Date | null;
  openedAt: Date | null;
};

/** Before a card is issued everything about it can be changed. */
export const UNISSUED: AllowedActions = {
  edit: true,
  correct: false,
  sendAgain: false,
  sendAgainFrom: null,
  openedAt: null,
};

/** By details id, for cards that have been issued; the same rules that the calls apply. */
export async function allowedActions(
  context: Context,
  query: { detailsIds: readonly number[]; customerId: number },
): Promise<Map<number, AllowedActions>> {
  const now = context.clock.now();
  const facts = await resendFacts(context.database.orm, { ...query, now });
  return new Map(
    [...facts].map(([id, card]) => {
      const edit = isEditable(card);
      const denial = resendDenial(card, now);
      const sendAgainFrom = card.state === 'queued' ? null : (denial?.from ?? null);
      const correct = !edit && correctionDenial(card, now) === null;
      return [id, { edit, correct, sendAgain: denial === null, sendAgainFrom, openedAt: card.openedAt }];
    }),
  );
}
