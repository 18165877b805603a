import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CartAddress } from '#contract/shapes/customer.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeColumns } from '#server/platform/database/purge.ts';
import { cartGiftCards, cartLines, carts, ownershipStart } from '#server/platform/database/schema/schema.ts';
import { cartStates } from '#server/platform/database/schema/states/cart.ts';
import { defineRowsStatement, defineStatement, type Place } from '#server/platform/database/statement.ts';
import { defineRowTransition } from '#server/platform/database/transition.ts';
import { openCartCondition } from './queries.ts';

type Begun = { customerId: number; now: Date };
const insertOpen = defineStatement((on, place: Place<Begun>) =>
  on
    .insert(carts)
    .values({
      customerId: place('customerId'),
      createdAt: place('now', carts.createdAt),
      updatedAt: place('now', carts.updatedAt),
    })
    .onConflictDoUpdate({
      target: carts.customerId,
      targetWhere: sql`state = 'open'`,
      set: { updatedAt: sql`${carts.updatedAt}` },
    })
    .returning({ id: carts.id }),
);

/** Creates the customer's open cart if there is none. A unique index makes concurrent calls safe. */
export async function insertOpenCart(handle: Handle, begun: Begun): Promise<number> {
  const [cart] = await insertOpen(handle, begun);
  if (!cart) throw new Error('The upsert of the cart returned no row.');
  return cart.id;
}

const NO_ADDRESSES = { shippingAddress: null, billingAddress: null, addressesBy: null } satisfies Omit<
  Partial<typeof carts.$inferInsert>,
  'state'
>;

export async function eraseCustomerCarts(tx: Transaction, customerId: number): Promise<void> {
  await tx.update(carts).set(NO_ADDRESSES).where(eq(carts.customerId, customerId));
  const open = tx
    .select({ id: carts.id })
    .from(carts)
    .where(and(eq(carts.customerId, customerId), sql`state = 'open'`));
  await tx.delete(cartLines).where(inArray(cartLines.cartId, open));
  await tx.delete(cartGiftCards).where(inArray(cartGiftCards.cartId, open));
}

/** Safe for ordered carts, because orders keep their own copy of the addresses. */
export async function clearAddressesBefore(
  handle: Handle,
  { openBefore, orderedBefore }: { openBefore: Date; orderedBefore: Date },
): Promise<void> {
  const old = or(
    and(eq(carts.state, 'open'), lt(carts.updatedAt, openBefore)),
    and(eq(carts.state, 'ordered'), lt(carts.updatedAt, orderedBefore)),
  );
  const filled = or(isNotNull(carts.shippingAddress), isNotNull(carts.billingAddress));
  await purgeColumns(carts, handle, { set: NO_ADDRESSES, where: and(old, filled) });
}

/** The only statement that changes a cart's state. */
export const moveCart = defineRowTransition(carts, carts.state, cartStates);

export function touchCart(tx: Transaction, { cartId, now }: { cartId: number; now: Date }): Promise<unknown> {
  return tx.update(carts).set({ updatedAt: now }).where(eq(carts.id, cartId)).execute();
}

export type ChosenAddresses = { shippingAddress: CartAddress; billingAddress: CartAddress };

export const setAddresses = defineStatement(
  (on, place: Place<ChosenAddresses & { cartId: number; addressesBy: string | null; now: Date }>) =>
    on
      .update(carts)
      .set({
        shippingAddress: place('shippingAddress', carts.shippingAddress),
        billingAddress: place('billingAddress', carts.billingAddress),
        addressesBy: place('addressesBy', carts.addressesBy),
        updatedAt: place('now', carts.updatedAt),
      })
      .where(eq(carts.id, place('cartId'))),
);

const takeOver = defineStatement((on, place: Place<Begun>) =>
  on
    .update(carts)
    .set({
      ...NO_ADDRESSES,
      createdAt: place('now', carts.createdAt),
      updatedAt: place('now', carts.updatedAt),
    })
    .where(
      and(openCartCondition(place('customerId')), sql`${carts.createdAt} < ${ownershipStart(place('customerId'))}`),
    )
    .returning({ id: carts.id }),
);

/** Clears the open cart of the mobile number's former owner. Returns its id, or null if there is none. */
export async function clearFormerOwnerCart(tx: Transaction, begun: Begun): Promise<number | null> {
  const [blank] = await takeOver(tx, begun);
  return blank?.id ?? null;
}

type OrderedLines = { cartId: number; lineIds: readonly number[] };
const takeLines = defineRowsStatement(
  z.object({ hasLines: z.boolean() }),
  (place: Place<OrderedLines>) => sql`with cards as (delete from cart_gift_cards where cart_id = ${place('cartId')}),
        ordered as (delete from cart_lines where cart_id = ${place('cartId')} and id = any(${place('lineIds')}) returning id)
      select exists (select from cart_lines where cart_id = ${place('cartId')}
        and id not in (select id from ordered)) as "hasLines"`,
);

/** Removes the ordered lines and gift cards from the cart. Returns true if other lines remain. Lock the cart first. */
export async function removeOrderedLines(tx: Transaction, ordered: OrderedLines): Promise<boolean> {
  const [left] = await takeLines(tx, ordered);
  return left?.hasLines ?? false;
}
