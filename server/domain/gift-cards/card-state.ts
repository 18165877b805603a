import type { CardState } from '#contract/gift-cards.ts';
import type { DeliveryState } from '#server/platform/database/schema/states/delivery.ts';

/** As calls answer it: a card without value is void, however far its delivery got. */
export function cardState(card: { deliveryState: DeliveryState; isVoid: boolean }): CardState {
  return card.isVoid ? 'void' : card.deliveryState;
}

/** Until its delivery has begun the customer can still change recipient, message and schedule. */
export function isEditable({ state, begun }: { state: CardState; begun: boolean }): boolean {
  return state === 'waiting' || (state === 'queued' && !begun);
}

type Printed = { isVoid: boolean; expiresAt: Date | null; isOwnNumber: boolean };

/**
 * The rule for a card on paper: its customer may see the code of a card that goes to the customer's own number, and that
 * is the number the account has today. So paper shows nothing that the phone in the customer's hand does not get by
 * text. The number the account had on the day it was bought would be too much: it may be somebody else's by now, and
 * whoever moved the account with its mailbox alone (docs/decisions/033) never held that phone.
 */
export function isPrintable({ isVoid, expiresAt, isOwnNumber }: Printed, now: Date): boolean {
  return isOwnNumber && !isVoid && (expiresAt === null || expiresAt > now);
}
