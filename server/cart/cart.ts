import type { Cart, CartItem } from '#contract/cart.ts';
import { customerById } from '../account/customer.ts';
import type { Context } from '../context.ts';
import { type Failure, failure } from '../http/failures.ts';
import { cartItemOf } from './cart-item.ts';
import { cartLinesOf } from './cart-lines.ts';
import { cartView } from './cart-view.ts';
import { lockOpenCart, openCart } from './open-cart.ts';
import { deleteLine, deleteLines, insertOpenCart, touchCart } from './store.ts';

/** The id of the open cart; any number of calls at the same time make one (OQ-070). */
export async function ensureOpenCart(context: Context, memberId: number): Promise<number> {
  const { orm } = context.database;
  const there = await openCart(orm, memberId);
  return there?.id ?? insertOpenCart(orm, { memberId, now: context.clock.now() });
}

/** The open cart with its lines and customer; no_such_entity without one, as Magento answers. */
export async function readCart(context: Context, memberId: number): Promise<Cart | Failure> {
  const [cart, customer] = await Promise.all([
    openCart(context.database.orm, memberId),
    customerById(context, memberId),
  ]);
  if (!cart) return failure('no_such_entity', { fieldName: 'customerId', fieldValue: memberId });
  return cartView({ cart, customer, lines: await cartLinesOf(context.database.orm, cart.id) });
}

/** The lines of the open cart as Magento answers them. */
export async function readItems(context: Context, memberId: number): Promise<CartItem[] | Failure> {
  const { orm } = context.database;
  const cart = await openCart(orm, memberId);
  if (!cart) return failure('no_active_cart');
  return (await cartLinesOf(orm, cart.id)).map((line) => cartItemOf(line, cart.id));
}

/** Takes every line out. What is saved about gift cards stays until it is deleted by its own call. */
export async function clearCart(context: Context, memberId: number): Promise<{ status: true } | Failure> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, memberId);
    if (!cart) return failure('no_active_cart');
    await deleteLines(tx, cart.id);
    await touchCart(tx, { cartId: cart.id, now });
    return { status: true };
  });
}

/** True, or line_not_in_cart for a line of somebody else, of an ordered cart or of nobody. */
export async function removeItem(
  context: Context,
  wish: { memberId: number; lineId: number },
): Promise<true | Failure> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, wish.memberId);
    if (!cart) return failure('no_active_cart');
    const gone = await deleteLine(tx, { cartId: cart.id, lineId: wish.lineId });
    if (!gone) return failure('line_not_in_cart', [String(cart.id), String(wish.lineId)]);
    await touchCart(tx, { cartId: cart.id, now });
    return true;
  });
}
