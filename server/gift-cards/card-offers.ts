import type { Context } from '../context.ts';
import { isEditable } from './card-states.ts';
import { secondSendFacts } from './changes-store.ts';
import { correctRefusal, resendRefusal } from './second-send.ts';

/** What a buyer can still do about a card; `sendAgainFrom`: when 'send again' opens, if only time is missing. */
export type CardOffers = {
  edit: boolean;
  correct: boolean;
  sendAgain: boolean;
  sendAgainFrom: Date | null;
  openedAt: Date | null;
};

/** Before a card is issued everything about it can be changed. */
export const UNISSUED: CardOffers = {
  edit: true,
  correct: false,
  sendAgain: false,
  sendAgainFrom: null,
  openedAt: null,
};

/** By details id, for cards that have been issued; the same rules that the calls apply. */
export async function cardOffers(
  context: Context,
  wish: { detailsIds: readonly number[]; memberId: number },
): Promise<Map<number, CardOffers>> {
  const now = context.clock.now();
  const facts = await secondSendFacts(context.database.orm, { ...wish, now });
  return new Map(
    [...facts].map(([id, card]) => {
      const edit = isEditable(card);
      const refusal = resendRefusal(card, now);
      const sendAgainFrom = card.state === 'queued' ? null : (refusal?.from ?? null);
      const correct = !edit && correctRefusal(card, now) === null;
      return [id, { edit, correct, sendAgain: refusal === null, sendAgainFrom, openedAt: card.openedAt }];
    }),
  );
}
