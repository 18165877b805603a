import { isEditable, isPrintable } from '../card-state.ts';
import { correctionDenial, isOffered, type ResendFacts, resendDenial } from './resend-policy.ts';

/** `sendAgainFrom`: when a resend becomes possible, if only the waiting time prevents it now. */
export type AllowedActions = {
  edit: boolean;
  correct: boolean;
  sendAgain: boolean;
  sendAgainFrom: Date | null;
  print: boolean;
  openedAt: Date | null;
};

export const UNISSUED: AllowedActions = {
  edit: true,
  correct: false,
  sendAgain: false,
  sendAgainFrom: null,
  print: false,
  openedAt: null,
};

/** Also offers a forbidden action if its error tells the customer what to do instead. */
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
