import { create } from 'zustand';
import type { OrderStatus, Tender } from '#contract/account.ts';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import { useSession } from '../../session/session.ts';
import { dropCarriedCard } from '../../state/carried-card.ts';

export type PlacedOrder = {
  cartId: number;
  /** Null if the payment call returned no order id and only checkoutsuccess confirmed the order. */
  orderId: number | null;
  /** Some backends omit `status` and `tenders`. */
  success: { order_id: string; shop_name: string; status?: OrderStatus; tenders?: Tender[] } | null;
};

type Placed = { order: PlacedOrder; keys: readonly string[] };

/**
 * The order just placed (checkout_success in the specification), shown until the full order loads. Kept only in memory.
 */
export const usePlacedOrder = create<{ placed: Placed | null }>()(() => ({ placed: null }));

// Orders are private: forget them when the mobile number changes, at sign-out and after a 401.
useSession.subscribe((now, before) => {
  if (now.mobile !== before.mobile) usePlacedOrder.setState({ placed: null });
});

export function setPlacedOrder(placed: Placed): void {
  dropCarriedCard();
  usePlacedOrder.setState({ placed });
}

const KEY = 'paid-order';
type Paid = { mobile: string; placed: Placed };

/** Stores the order until the thank-you page opens; otherwise a reload would offer the order for payment again. */
export function storePaidOrder(placed: Placed): void {
  writeTab(KEY, { mobile: useSession.getState().mobile, placed } satisfies Paid);
}

/** Restores a paid order whose thank-you page never opened; returns whether there was one. */
export function restorePaidOrder(): boolean {
  const paid = readTab(KEY, isPaid);
  if (paid?.mobile !== useSession.getState().mobile) return false;
  setPlacedOrder(paid.placed);
  return true;
}

export function clearPaidOrder(): void {
  writeTab(KEY, null);
}

function isPaid(value: unknown): value is Paid {
  return isRecord(value) && typeof value.mobile === 'string' && isRecord(value.placed) && isRecord(value.placed.order);
}

/**
 * Marks this visit as having cleared the cart; returns false if already marked. The mark is in the history entry, so
 * neither a reload nor going back clears gift cards started since.
 */
export function markCartCleared(): boolean {
  const { state } = globalThis.history;
  if (state?.cartCleared) return false;
  globalThis.history.replaceState({ ...state, cartCleared: true }, '');
  return true;
}
