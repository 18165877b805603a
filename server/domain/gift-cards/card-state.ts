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
 * Allows printing only for cards sent to the account's current number, so that the printout shows nothing that the
 * customer's phone does not receive. A former number may have a new owner, and a person who moved the account by email
 * alone (docs/decisions/033) never held that phone.
 */
export function isPrintable({ isVoid, expiresAt, isOwnNumber }: Printed, now: Date): boolean {
  return isOwnNumber && !isVoid && (expiresAt === null || expiresAt > now);
}
