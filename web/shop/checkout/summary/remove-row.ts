import { removeCardFromServer, removeLine } from '../../cart/change-cart.ts';
import { readPendingLines, savePendingLines } from '../../state/checkout/pending-cart-lines.ts';
import { removeGiftCard } from '../../state/gift-cards.ts';
import type { CardRow, LineRow } from './summary.ts';

export async function removeCardRow(card: CardRow): Promise<void> {
  await removeCardFromServer(card);
  removeGiftCard(card.key);
}

/** Removes the line from the server cart and from the pending lines. The caller refetches the cart. */
export async function removeLineRow({ item_id, sku }: LineRow, mobile: string): Promise<void> {
  await removeLine(item_id);
  savePendingLines(
    mobile,
    readPendingLines(mobile).filter((line) => line.sku !== sku),
  );
}
