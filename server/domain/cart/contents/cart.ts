import type { Cart, CartItem } from '#contract/cart/cart.ts';
import type { Context } from '#server/context.ts';
import { loadCustomerById } from '#server/domain/customers/customer.ts';
import { mayChange, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { awaitAll, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { clearFormerOwnerCart, insertOpenCart, touchCart } from '../carts-store.ts';
import { resolveCartAddresses } from '../chosen-addresses.ts';
import { toCartItem } from '../lines/cart-item.ts';
import { listCartLines } from '../lines/cart-lines.ts';
import { deleteLine, deleteLines } from '../lines/cart-lines-store.ts';
import { findOpenCart, lockOpenCart } from '../queries.ts';
import { deleteCardsFromCart } from '../totals/cart-gift-cards-store.ts';
import { cartView } from './cart-view.ts';

export async function ensureOpenCart(context: Context, customerId: number): Promise<number> {
  const { orm } = context.database;
  const cart = await findOpenCart(orm, customerId);
  if (cart) return cart.id;
  const begun = { customerId, now: context.clock.now() };
  return context.database.transaction(async (tx) => {
    const [former, id] = await awaitAll([clearFormerOwnerCart(tx, begun), insertOpenCart(tx, begun)]);
    if (former !== null) await awaitAll([deleteLines(tx, former), deleteCardsFromCart(tx, former)]);
    return id;
  });
}

/** Returns no_such_entity if there is no cart, as Magento does. */
export async function readCart(context: Context, session: Session): Promise<Result<Cart>> {
  const { orm } = context.database;
  const { customerId } = session;
  const [cart, customer, lines] = await Promise.all([
    findOpenCart(orm, customerId),
    loadCustomerById(context, customerId),
    listCartLines(orm, { customerId }),
  ]);
  if (!cart) return appError('no_such_entity', { fieldName: 'customerId', fieldValue: customerId });
  return cartView({ cart: { ...cart, ...resolveCartAddresses(cart, session) }, customer, lines });
}

export async function readItems(context: Context, customerId: number): Promise<Result<CartItem[]>> {
  const { orm } = context.database;
  const [cart, lines] = await Promise.all([findOpenCart(orm, customerId), listCartLines(orm, { customerId })]);
  if (!cart) return appError('no_active_cart');
  return lines.map((line) => toCartItem(line, cart.id));
}

/** `unverified`: the session, if no code has verified it. Such a session may remove only what it added. */
type Asking = { customerId: number; unverified: Session | null };

/** Removes all lines, or returns code_required. Gift card details stay until their own API call deletes them. */
export async function clearCart(
  context: Context,
  { customerId, unverified }: Asking,
): Promise<Result<{ status: true }>> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, customerId);
    if (!cart) return appError('no_active_cart');
    if (unverified && !(await isAllOwn(tx, { cartId: cart.id, unverified }))) return appError('code_required');
    sendWithCommit(tx, deleteLines(tx, cart.id));
    sendWithCommit(tx, touchCart(tx, { cartId: cart.id, now }));
    return { status: true };
  });
}

type OfCart = { cartId: number; unverified: Session };

async function isAllOwn(tx: Transaction, { cartId, unverified }: OfCart): Promise<boolean> {
  return (await listCartLines(tx, { cartId })).every((line) => mayChange(unverified, line));
}

/** Errors: line_not_in_cart, code_required. */
export async function removeItem(
  context: Context,
  { customerId, unverified, lineId }: Asking & { lineId: number },
): Promise<Result<true>> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, customerId);
    if (!cart) return appError('no_active_cart');
    const line =
      unverified && (await listCartLines(tx, { cartId: cart.id })).find((candidate) => candidate.lineId === lineId);
    if (line && !mayChange(unverified, line)) return appError('code_required');
    const deleted = await deleteLine(tx, { cartId: cart.id, lineId });
    if (!deleted) return appError('line_not_in_cart', [String(cart.id), String(lineId)]);
    sendWithCommit(tx, touchCart(tx, { cartId: cart.id, now }));
    return true;
  });
}
