import { t } from '@lingui/core/macro';
import { isApiError } from '#web/shared/api/api-error.ts';
import { api } from '../../calls/api.ts';
import { showError } from '../../errors/show-error.ts';
import { getHumanToken } from '../../human-check/human-check.ts';
import { removeGiftCard } from '../../state/gift-cards.ts';
import { openPopup } from '../../state/popups.ts';
import type { PlacedOrder } from './placed-order.ts';

/** Confirms the order's gift cards (step 8) while /success opens, then removes the local gift cards. */
export function confirmCards(order: PlacedOrder, keys: readonly string[]): void {
  if (keys.length === 0) return;
  confirmGiftCards({ order, token: () => getHumanToken('checkout') })
    .then((isSent) => {
      if (!isSent) openPopup({ kind: 'message', header: t`Error Processing`, message: notSentMessage() });
    })
    .catch(showError)
    .finally(() => {
      for (const key of keys) removeGiftCard(key);
    });
}

/**
 * Returns false if the server refuses. Returns true without a response or after a 5xx, because the order still sends
 * the cards.
 */
export async function confirmGiftCards({
  order,
  token,
}: {
  order: PlacedOrder;
  token: () => Promise<string>;
}): Promise<boolean> {
  const orderId = order.success?.order_id ?? order.orderId;
  if (orderId === null) return true;
  try {
    const r_token = await token();
    const body = { r_token, cart_id: order.cartId, order_id: orderId };
    return (await api('POST mobiledigital/savegiftcardorderbycart', { body })).status;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.kind === 'offline' || error.status >= 500;
  }
}

const notSentMessage = () => t`We processed your order but were unable to send your Gift Card. Please contact support.`;
