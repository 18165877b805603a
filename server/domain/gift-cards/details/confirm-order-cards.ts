import { readOrderId } from '#contract/rules/order-number.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { isProviderError } from '#server/platform/ports/service.ts';
import * as store from './details-store.ts';

type Confirm = { customerId: number; orderId: string; cartId: number | null; token: string; address: string };

/**
 * Implements savegiftcardorderbycart. Also returns true for an order held for approval. A failed CAPTCHA is only
 * logged, because this call changes nothing.
 */
export async function confirmOrderCards(context: Context, confirm: Confirm): Promise<{ status: boolean }> {
  const human = await isPerson(context, confirm);
  if (!human) context.log.warn({ customerId: confirm.customerId }, 'gift_card.confirmed_without_human_check');
  return { status: await areCardsSafe(context.database.orm, confirm) };
}

/** An outage of the CAPTCHA provider counts as a failed check. */
async function isPerson(context: Context, { token, address }: Confirm): Promise<boolean> {
  try {
    return await context.integrations.humanCheck.verify({ token, action: 'checkout', address });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return false;
  }
}

async function areCardsSafe(handle: Handle, { customerId, orderId, cartId }: Confirm): Promise<boolean> {
  const named = readOrderId(orderId);
  const order = named && (await store.findCustomerOrder(handle, { customerId, named }));
  if (!order || order.number === null) return false;
  // Accepts the order's own cart, or the customer's open cart if the purchase duplicated this order
  // (server/domain/orders/placing/detect-duplicate-order.ts).
  const isItsCart =
    cartId === null || order.cartId === cartId || (await store.isOpenCart(handle, { customerId, cartId }));
  if (!isItsCart) return false;
  return order.status === 'held' || (await store.countMissingCards(handle, order.id)) === 0;
}
