import { lockOpenCart } from '../../cart/open-cart.ts';
import type { Context } from '../../context.ts';
import * as store from './details-store.ts';

type Query = { customerId: number; cartId: number | null; cartItemId?: number | null };

/**
 * Deletes the details of a cart, or of one line of it (null: a line the server does not know). Those of a placed order
 * stay.
 */
export async function deleteDetails({ database, clock }: Context, query: Query): Promise<{ status: true }> {
  const { customerId, cartId, cartItemId } = query;
  if (cartId === null || cartItemId === null) return { status: true };
  const line = cartItemId === undefined ? {} : { cartItemId };
  await database.transaction(async (tx) => {
    // An order that is being placed closes its cart: either this comes first, or the details are those of an order.
    await lockOpenCart(tx, customerId);
    await store.deleteDetails(tx, { customerId, cartId, ...line, now: clock.now() });
  });
  return { status: true };
}
