import type { CardState } from '#contract/gift-cards.ts';
import type { DeliveryState } from '../kernel/states/delivery.ts';

/** As calls answer it: a card without value is void, however far its delivery got. */
export function cardState(card: { deliveryState: DeliveryState; isVoid: boolean }): CardState {
  return card.isVoid ? 'void' : card.deliveryState;
}

/** Until its delivery has begun the customer can still change recipient, message and schedule. */
export function isEditable({ state, begun }: { state: CardState; begun: boolean }): boolean {
  return state === 'waiting' || (state === 'queued' && !begun);
}
