import type { Context } from '#server/context.ts';
import { closeCart } from '#server/domain/cart/close-cart.ts';
import { keepPaidDetails, moveDetails } from '#server/domain/gift-cards/details/cart-details.ts';
import { type Transaction, together } from '#server/platform/database/handle.ts';
import type { HeldFor } from '#server/platform/database/schema/states/order.ts';
import { approveOrder, holdOrder } from '../review/decide-order.ts';
import type { OrderLineRow } from '../stores/order-lines-store.ts';
import { type OrderRow, type PlacedOrder, takeNumber, takenNumber } from '../stores/orders-store.ts';

type Placing = {
  order: OrderRow;
  lines: readonly OrderLineRow[];
  heldFor: HeldFor | null;
  /** Whether the customer's own call still waits for the answer. */
  isAwaited: () => boolean;
};

/** The order exists from here on: number, closed cart and, when approved, its cards with their delivery jobs. */
export async function recordPlaced(
  context: Context,
  tx: Transaction,
  { order, lines, heldFor, isAwaited }: Placing,
): Promise<PlacedOrder> {
  const now = context.clock.now();
  const paid = lines.flatMap(({ detailsId }) => detailsId ?? []);
  const lineIds = lines.flatMap(({ cartLineId }) => cartLineId ?? []);
  const acknowledgedAt = isAwaited() ? now : null;
  const placed = { orderId: order.id, now, set: { number: takenNumber, placedAt: now, heldFor, acknowledgedAt } };
  // One after the other to the database: the cart is locked first, as by whoever saves details, and the details that
  // were paid for are there when cards are made of them.
  await together([
    closeCartOf(tx, { order, lineIds, now }),
    takeNumber(tx),
    keepPaidDetails(tx, { ids: paid, now }),
    heldFor === null ? approveOrder(context, tx, placed) : holdOrder(context, tx, placed),
  ]);
  return { id: order.id, acknowledgedAt };
}

/** Lines that were not paid for go on to the customer's next cart, with what is saved about their cards. */
async function closeCartOf(
  tx: Transaction,
  { order: { cartId, customerId }, lineIds, now }: { order: OrderRow; lineIds: number[]; now: Date },
): Promise<void> {
  const moved = await closeCart(tx, { cartId, customerId, lineIds, now });
  if (moved) await moveDetails(tx, { from: cartId, to: moved.cartId, lineIds: moved.lineIds });
}
