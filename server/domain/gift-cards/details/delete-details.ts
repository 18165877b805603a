import type { Context } from '#server/context.ts';
import { lockOpenCart } from '#server/domain/cart/queries.ts';
import { mayChange, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import * as store from './details-store.ts';

/** `unproved`: the session that asks, unless it is proved. */
type Query = { customerId: number; unproved: Session | null; cartId: number | null; cartItemId?: number | null };

/**
 * Deletes the details of a cart, or of one line of it (null: a line the server does not know). Those of a placed order
 * stay. Deletes none, code_required, where another session wrote one of them that this one may not change.
 */
export async function deleteDetails({ database, clock }: Context, query: Query): Promise<Result<{ status: true }>> {
  const { customerId, unproved, cartId, cartItemId } = query;
  if (cartId === null || cartItemId === null) return { status: true };
  const line = cartItemId === undefined ? {} : { cartItemId };
  return database.transaction(async (tx): Promise<Result<{ status: true }>> => {
    // An order that is being placed closes its cart: either this comes first, or the details are those of an order.
    await lockOpenCart(tx, customerId);
    const written = await store.writersOfDetails(tx, { customerId, cartId, ...line });
    if (!written.every((details) => mayChange(unproved, details))) return appError('code_required');
    await store.deleteDetails(tx, { customerId, cartId, ...line, now: clock.now() });
    return { status: true };
  });
}
