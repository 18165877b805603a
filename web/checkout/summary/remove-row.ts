import { refreshCart } from '../../cart/cart-queries.ts';
import { removeCardFromServer, removeLine } from '../../cart/change-cart.ts';
import { removeGiftCard } from '../../state/gift-cards.ts';
import { keepPendingLines, pendingLines } from '../../state/pending-cart-lines.ts';
import type { CardRow, LineRow } from './summary.ts';

/** A local card goes from this browser; one that is in the server's cart already goes from there as well. */
export async function removeCardRow(card: CardRow): Promise<void> {
  await removeCardFromServer(card);
  removeGiftCard(card.key);
}

/** Takes a product out of the cart, and off the list of what an earlier submit still owes it. */
export async function removeLineRow({ item_id, sku }: LineRow, mobile: string): Promise<void> {
  await removeLine(item_id);
  keepPendingLines(
    mobile,
    pendingLines(mobile).filter((line) => line.sku !== sku),
  );
  await refreshCart();
}
