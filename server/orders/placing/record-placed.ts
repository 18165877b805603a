import { closeCart } from '../../cart/close-cart.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { keepPaidDetails, moveDetails } from '../../gift-cards/details/cart-details.ts';
import type { HeldFor } from '../../kernel/states/order.ts';
import { approveOrder, holdOrder } from '../review/decide-order.ts';
import { cartLineIdsOf, linesOf } from '../stores/order-lines-store.ts';
import { nextOrderNumber, type OrderRow } from '../stores/orders-store.ts';

/** The order exists from here on: number, closed cart and, when approved, its cards with their delivery jobs. */
export async function recordPlaced(
  context: Context,
  tx: Transaction,
  { order, heldFor }: { order: OrderRow; heldFor: HeldFor | null },
): Promise<number> {
  const now = context.clock.now();
  const placed = { orderId: order.id, now, set: { number: await nextOrderNumber(tx), placedAt: now, heldFor } };
  await closeCartOf(tx, order, now);
  const paid = (await linesOf(tx, order.id)).flatMap(({ detailsId }) => detailsId ?? []);
  await keepPaidDetails(tx, { ids: paid, now });
  if (heldFor === null) await approveOrder(context, tx, placed);
  else await holdOrder(context, tx, placed);
  return order.id;
}

/** Lines that were not paid for go on to the customer's next cart, with what is saved about their cards. */
async function closeCartOf(tx: Transaction, { id, cartId, customerId }: OrderRow, now: Date): Promise<void> {
  const lineIds = await cartLineIdsOf(tx, id);
  const moved = await closeCart(tx, { cartId, customerId, lineIds, now });
  if (moved) await moveDetails(tx, { from: cartId, to: moved.cartId, lineIds: moved.lineIds });
}
