import { create } from 'zustand';
import type { PlacedOrder } from '../checkout/submit/submit.ts';
import { useSession } from '../session/session.ts';
import type { GiftCardEntry } from '../state/gift-cards.ts';

export type PlacedGift = { card: GiftCardEntry; sendAt: string | null };
/** `parcel`: where the products that are no gift cards go; null when there are none. */
type Placed = { order: PlacedOrder; gifts: PlacedGift[]; parcel: string | null };

/** checkout_success of the specification: what the thank-you page tells. Memory only; opened directly there is none. */
export const usePlacedOrder = create<{ placed: Placed | null }>()(() => ({ placed: null }));

// Names, numbers and messages of an order are nobody else's: they go with the mobile, at sign-out and after a 401.
useSession.subscribe((now, before) => {
  if (now.mobile !== before.mobile) usePlacedOrder.setState({ placed: null });
});

export function keepPlacedOrder(placed: Placed): void {
  usePlacedOrder.setState({ placed });
}

/**
 * Whether this visit of the thank-you page has cleared the cart away before; from now on it has. The visit's own entry
 * in the browser's history remembers it: neither a reload nor coming back takes a gift begun since.
 */
export function wasClearedAway(): boolean {
  const { state } = globalThis.history;
  if (state?.clearedAway) return true;
  globalThis.history.replaceState({ ...state, clearedAway: true }, '');
  return false;
}
