import { api } from '../../api/client.ts';
import { refreshCart } from '../../api/queries.ts';
import { removeGiftCard } from '../../state/gift-cards.ts';
import { heldLines, holdLines } from '../../state/held-lines.ts';
import { removeCardFromServer, removeLine } from '../cart/change-cart.ts';
import type { CardRow, LineRow } from './summary.ts';

/** OQ-078: a local card goes from this browser; one that is in the server's cart already goes from there as well. */
export async function removeCardRow(card: CardRow): Promise<void> {
  await removeCardFromServer(api, card);
  removeGiftCard(card.key);
}

/** Takes a product out of the cart, and off the list of what an earlier submit still owes it. */
export async function removeLineRow({ item_id, sku }: LineRow, mobile: string): Promise<void> {
  await removeLine(api, item_id);
  holdLines(
    mobile,
    heldLines(mobile).filter((line) => line.sku !== sku),
  );
  await refreshCart();
}
