import { t } from '@lingui/core/macro';
import type { AnswerOf } from '#contract/calls.ts';
import { isApiError, isOffline } from '#web/shared/api/api-error.ts';
import { api } from '../../calls/api.ts';
import { dropBoughtCart } from '../../cart/cart-queries.ts';
import { broadcastCartChange } from '../../cart/other-tabs.ts';
import { useSession } from '../../session/session.ts';
import {
  type AwaitedOrder,
  clearAwaitedOrder,
  findAwaitedOrder,
  returnAwaitedCards,
} from '../../state/checkout/awaited-order.ts';
import { openPopup, setDisconnected } from '../../state/popups.ts';
import { showToast } from '../../state/toasts.ts';
import { confirmCards } from '../placed/confirm-cards.ts';
import { setPlacedOrder } from '../placed/placed-order.ts';
import { reopenCart } from './open-cart.ts';

const MAX_PAUSE_MS = 15_000;
/** After this time the server has given up, because it allows the payment provider 30 seconds. */
const CALL_MS = 40_000;

type Answer = AnswerOf<'GET mobiledigital/checkoutsuccess'>;
let following = false;

/** Polls until the awaited order is placed, or has failed and its gift cards are back in the cart. */
export async function followAwaitedOrder(): Promise<void> {
  if (following) return;
  following = true;
  try {
    for (let pause = 1_000; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      const awaited = findAwaitedOrder(useSession.getState().mobile);
      if (!awaited || (await isSettled(awaited))) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  } finally {
    following = false;
  }
}

/**
 * Returns whether polling can stop. This includes customers who are no longer signed in; their next visit polls again.
 */
async function isSettled(awaited: AwaitedOrder): Promise<boolean> {
  try {
    return settle(awaited, await fetchOutcome(awaited.cartId));
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (isOffline(error)) setDisconnected(true);
    return error.kind === 'http' && error.status < 500 && error.status !== 429;
  }
}

const fetchOutcome = (cartId: number): Promise<Answer> =>
  api('GET mobiledigital/checkoutsuccess', { query: { cart_id: String(cartId) } }, { quiet: true });

function settle({ mobile, cartId }: AwaitedOrder, { data, placing }: Answer): boolean {
  // Read the awaited order again: gift cards may have been set aside in it, or another tab may have settled it.
  const awaited = findAwaitedOrder(mobile);
  if (awaited?.cartId !== cartId) return true;
  if (data) {
    const { keys } = awaited;
    const order = { cartId, orderId: null, success: data };
    setPlacedOrder({ order, keys });
    clearAwaitedOrder();
    confirmCards(order, keys);
    dropBoughtCart();
    if (globalThis.location.pathname !== '/success') showPlacedToast(data.order_id);
  } else if (placing || Date.now() - awaited.sentAt < CALL_MS) {
    return false;
  } else {
    returnAwaitedCards(awaited);
    void reopenCart();
    openPopup({ kind: 'message', header: t`Order not placed`, message: notPlacedMessage() });
  }
  broadcastCartChange();
  return true;
}

function showPlacedToast(number: string): void {
  showToast(t`Order ${number} is placed.`, { to: `/success?order=${number}`, label: t`View Order` });
}

const notPlacedMessage = () =>
  t`The shop could not place your order, and nothing was charged. Your cart is as it was: check it, then confirm.`;
