import { isEditable, isPrintable } from '../card-state.ts';
import { correctionDenial, isOffered, type ResendFacts, resendDenial } from './resend-policy.ts';

/** What a customer can still do about a card; `sendAgainFrom`: when 'send again' opens, if only time is missing. */
export type AllowedActions = {
  edit: boolean;
  correct: boolean;
  sendAgain: boolean;
  sendAgainFrom: Date | null;
  print: boolean;
  openedAt: Date | null;
};

/** Before a card is issued everything about it can be changed. */
export const UNISSUED: AllowedActions = {
  edit: true,
  correct: false,
  sendAgain: false,
  sendAgainFrom: null,
  print: false,
  openedAt: null,
};

/**
 * The actions for an issued card, by the same rules that the calls apply. One stays on screen where the call's error
 * says what to do instead.
 */
export function allowedActions(
  card: ResendFacts & { begun: boolean; isOwnNumber: boolean },
  now: Date,
): AllowedActions {
  const edit = isEditable(card);
  const denial = resendDenial(card, now);
  return {
    edit,
    correct: !edit && isOffered(correctionDenial(card, now)),
    sendAgain: isOffered(denial),
    sendAgainFrom: card.state === 'queued' ? null : (denial?.from ?? null),
    print: isPrintable({ ...card, isVoid: card.state === 'void' }, now),
    openedAt: card.openedAt,
  };
}
