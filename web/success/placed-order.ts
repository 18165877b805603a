import { create } from 'zustand';
import type { PlacedOrder } from '../checkout/submit/submit.ts';
import { useSession } from '../session/session.ts';

/** The order, and the keys of the gift cards that were local until it was placed. */
type Placed = { order: PlacedOrder; keys: readonly string[] };

/**
 * checkout_success of the specification: what the thank-you page says until the order has loaded. Memory only; opened
 * directly there is none.
 */
export const usePlacedOrder = create<{ placed: Placed | null }>()(() => ({ placed: null }));

// Names, numbers and messages of an order are private: they are cleared with the mobile, at sign-out and after a 401.
useSession.subscribe((now, before) => {
  if (now.mobile !== before.mobile) usePlacedOrder.setState({ placed: null });
});

export function keepPlacedOrder(placed: Placed): void {
  usePlacedOrder.setState({ placed });
}

/**
 * Marks this visit of the thank-you page as having cleared the cart; false when it was marked before. The mark is in
 * the visit's entry of the browser's history: neither a reload nor coming back clears a gift card that was begun since.
 */
export function markCartCleared(): boolean {
  const { state } = globalThis.history;
  if (state?.cartCleared) return false;
  globalThis.history.replaceState({ ...state, cartCleared: true }, '');
  return true;
}
