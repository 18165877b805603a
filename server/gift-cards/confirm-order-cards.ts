import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type Handle, rows } from '../database/handle.ts';
import { carts, orders } from '../database/schema.ts';
import { readOrderId } from '../orders/order-number.ts';
import { isOutsideFault } from '../outside/service/port.ts';

type Confirm = { memberId: number; orderId: string; cartId: number | null; token: string; address: string };

/**
 * savegiftcardorderbycart: tells whether the cards of an order are on their way. The cards were linked when the order was placed, so
 * this only looks, changes nothing and may be repeated; that is why a human check that fails (a token counts once) is noted but does
 * not turn the truth into a lie. True for the shopper's own placed order whose every card line has its card, or that waits for an
 * operator.
 */
export async function confirmOrderCards(context: Context, confirm: Confirm): Promise<{ status: boolean }> {
  const human = await isPerson(context, confirm);
  if (!human) context.log.warn({ memberId: confirm.memberId }, 'an order was confirmed without a fresh human check');
  return { status: await cardsAreSafe(context.database.orm, confirm) };
}

/** No verdict counts as none: the order is paid, and the answer only looks. */
async function isPerson(context: Context, { token, address }: Confirm): Promise<boolean> {
  try {
    return await context.outside.humanCheck.verify({ token, action: 'checkout', address });
  } catch (error) {
    if (!isOutsideFault(error)) throw error;
    return false;
  }
}

async function cardsAreSafe(handle: Handle, { memberId, orderId, cartId }: Confirm): Promise<boolean> {
  const wanted = readOrderId(orderId);
  if (wanted === null) return false;
  const named = 'id' in wanted ? eq(orders.id, wanted.id) : eq(orders.number, wanted.number);
  const [order] = await handle
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), named));
  if (!order || order.number === null || !(await isItsCart(handle, { order, cartId }))) return false;
  if (order.status === 'held') return true;
  const [found] = await rows<{ missing: number }>(
    handle,
    sql`select count(*)::int as missing from order_lines l left join gift_cards g on g.order_line_id = l.id
      where l.order_id = ${order.id} and l.is_giftcard and g.id is null`,
  );
  return found?.missing === 0;
}

/** Its own, or the open one of its shopper, whose purchase turned out to be this order already (server/checkout/repeated-purchase.ts). */
async function isItsCart(
  handle: Handle,
  { order, cartId }: { order: typeof orders.$inferSelect; cartId: number | null },
): Promise<boolean> {
  if (cartId === null || order.cartId === cartId) return true;
  const open = and(eq(carts.id, cartId), eq(carts.memberId, order.memberId), eq(carts.state, 'open'));
  return (await handle.select({ id: carts.id }).from(carts).where(open)).length === 1;
}
