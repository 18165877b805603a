import type { Context } from '#server/context.ts';
import { lockOpenCart } from '#server/domain/cart/queries.ts';
import { mayChange, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import * as store from './details-store.ts';

type Query = { customerId: number; unverified: Session | null; cartId: number | null; cartItemId?: number | null };

/**
 * Deletes details, but not those of placed orders. `cartItemId` is null for a line that the server does not know.
 * Returns code_required and deletes nothing if another session wrote some of the details.
 */
export async function deleteDetails({ database, clock }: Context, query: Query): Promise<Result<{ status: true }>> {
  const { customerId, unverified, cartId, cartItemId } = query;
  if (cartId === null || cartItemId === null) return { status: true };
  const line = cartItemId === undefined ? {} : { cartItemId };
  return database.transaction(async (tx): Promise<Result<{ status: true }>> => {
    // Under this lock, either the cart is still open, or the details belong to its order and are kept.
    await lockOpenCart(tx, customerId);
    const written = await store.listDetailsWriters(tx, { customerId, cartId, ...line });
    if (!written.every((details) => mayChange(unverified, details))) return appError('code_required');
    await store.deleteDetails(tx, { customerId, cartId, ...line, now: clock.now() });
    return { status: true };
  });
}
