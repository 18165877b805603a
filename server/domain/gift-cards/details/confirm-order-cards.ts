import { readOrderId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { isProviderError } from '#server/platform/ports/service.ts';
import * as store from './details-store.ts';

type Confirm = { customerId: number; orderId: string; cartId: number | null; token: string; address: string };

/**
 * savegiftcardorderbycart: tells whether the cards of an order are on their way. The cards were linked when the order
 * was placed, so this only looks, changes nothing and may be repeated; that is why a human check that fails (a token
 * counts once) is noted but does not turn the truth into a lie. True for the customer's own placed order whose every
 * card line has its card, or that waits for an operator.
 */
export async function confirmOrderCards(context: Context, confirm: Confirm): Promise<{ status: boolean }> {
  const human = await isPerson(context, confirm);
  if (!human) context.log.warn({ customerId: confirm.customerId }, 'gift_card.confirmed_without_human_check');
  return { status: await cardsAreSafe(context.database.orm, confirm) };
}

/** No verdict counts as none: the order is paid, and the answer only looks. */
async function isPerson(context: Context, { token, address }: Confirm): Promise<boolean> {
  try {
    return await context.integrations.humanCheck.verify({ token, action: 'checkout', address });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return false;
  }
}

async function cardsAreSafe(handle: Handle, { customerId, orderId, cartId }: Confirm): Promise<boolean> {
  const named = readOrderId(orderId);
  const order = named && (await store.orderOfCustomer(handle, { customerId, named }));
  if (!order || order.number === null) return false;
  // Its own cart, or the open one of a customer whose purchase turned out to be this order already
  // (server/domain/orders/placing/detect-duplicate-order.ts).
  const isItsCart =
    cartId === null || order.cartId === cartId || (await store.isOpenCart(handle, { customerId, cartId }));
  if (!isItsCart) return false;
  return order.status === 'held' || (await store.countMissingCards(handle, order.id)) === 0;
}
