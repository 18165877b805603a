import type { CardState } from '#contract/gift-cards.ts';
import type { DeliveryState } from '#server/platform/database/schema/states/delivery.ts';

export function cardState(card: { deliveryState: DeliveryState; isVoid: boolean }): CardState {
  return card.isVoid ? 'void' : card.deliveryState;
}

export function isEditable({ state, begun }: { state: CardState; begun: boolean }): boolean {
  return state === 'waiting' || (state === 'queued' && !begun);
}

type Printed = { isVoid: boolean; expiresAt: Date | null; isOwnNumber: boolean };

/**
 * Allows printing only cards sent to the account's current number, because the customer's phone receives these anyway.
 * A card sent to a former number may belong to that number's new owner, and a person who changed the number by email
 * alone (docs/decisions/033) may never have held the former phone.
 */
export function isPrintable({ isVoid, expiresAt, isOwnNumber }: Printed, now: Date): boolean {
  return isOwnNumber && !isVoid && (expiresAt === null || expiresAt > now);
}
