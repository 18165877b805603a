import { create } from 'zustand';
import type { OrderStatus, Tender } from '#contract/account.ts';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import { useSession } from '../../session/session.ts';
import { dropCarriedCard } from '../../state/carried-card.ts';

export type PlacedOrder = {
  cartId: number;
  /** Null where checkoutsuccess alone has answered. */
  orderId: number | null;
  /** `status` and `tenders` are left out by a backend that does not know them. */
  success: { order_id: string; shop_name: string; status?: OrderStatus; tenders?: Tender[] } | null;
};

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
  dropCarriedCard();
  usePlacedOrder.setState({ placed });
}

const KEY = 'paid-order';
type Paid = { mobile: string; placed: Placed };

/** Until the thank-you page is there: a reload in between would lose the order, and the checkout offer it once more. */
export function keepPaidOrder(placed: Placed): void {
  writeTab(KEY, { mobile: useSession.getState().mobile, placed } satisfies Paid);
}

/** True when this tab has paid an order that its customer was not thanked for: the thank-you page knows it now. */
export function restorePaidOrder(): boolean {
  const paid = readTab(KEY, isPaid);
  if (paid?.mobile !== useSession.getState().mobile) return false;
  keepPlacedOrder(paid.placed);
  return true;
}

export function clearPaidOrder(): void {
  writeTab(KEY, null);
}

function isPaid(value: unknown): value is Paid {
  return isRecord(value) && typeof value.mobile === 'string' && isRecord(value.placed) && isRecord(value.placed.order);
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
