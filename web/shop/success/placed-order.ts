import { create } from 'zustand';
import type { GiftCardEntry } from '../../state/gift-cards.ts';
import type { PlacedOrder } from '../checkout/submit.ts';

export type PlacedGift = { card: GiftCardEntry; sendAt: string | null };
/** `parcel`: where the products that are no gift cards go; null when there are none. */
type Placed = { order: PlacedOrder; gifts: PlacedGift[]; parcel: string | null };

/** checkout_success of the specification (EN-57): what the thank-you page tells. Memory only; opened directly there is none. */
export const usePlacedOrder = create<{ placed: Placed | null }>()(() => ({ placed: null }));

export function rememberPlaced(placed: Placed): void {
  usePlacedOrder.setState({ placed });
}
