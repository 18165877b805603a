import type { Cart, CartProduct } from '#contract/cart.ts';
import { incompleteFirst } from '#contract/rules/completeness.ts';
import { toCents } from '#contract/rules/money.ts';
import type { GiftCardEntry } from '../../state/gift-cards.ts';
import { type HeldLine, withHeld } from './held-lines.ts';

export type CardRow = GiftCardEntry & { key: string };
/** A product that is no gift card. `shown` is missing for one that waits to go back into the cart. */
export type LineRow = HeldLine & { item_id: number | null; shown?: CartProduct };

/** CK-09: incomplete cards first, each group in the order it was added. */
export function cardRows(cards: readonly (readonly [string, GiftCardEntry])[]): CardRow[] {
  return incompleteFirst(cards.map(([key, card]) => ({ ...card, key })));
}

/** The other lines of the cart with what is known of their products, then those that wait to go back. */
export function lineRows(cart: Cart, products: readonly CartProduct[], held: readonly HeldLine[]): LineRow[] {
  const byLine = new Map(products.map((product) => [product.item_id, product]));
  const inCart = cart.items.flatMap((item): LineRow[] => {
    const shown = byLine.get(item.item_id);
    return shown && !shown.product.is_giftcard ? [{ ...item, shown }] : [];
  });
  const waiting = withHeld(inCart, held).slice(inCart.length);
  return [...inCart, ...waiting.map((line): LineRow => ({ ...line, item_id: null }))];
}

/** CK-05..CK-07, OQ-108: 'GiftCard', or 'GiftCard x 2' with more than one. */
export function cardsTitle(count: number): string {
  return count > 1 ? `GiftCard x ${count}` : 'GiftCard';
}

/** CK-04, OQ-107: the sum of the listed lines in cents; what they cost to ship is not in it. */
export function totalCents(cards: readonly Pick<CardRow, 'price' | 'qty'>[], lines: readonly LineRow[]): number {
  return [...cards, ...lines].reduce((sum, row) => sum + toCents(row.price) * row.qty, 0);
}
