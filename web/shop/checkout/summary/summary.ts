import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Cart, CartItem, CartProduct } from '#contract/cart/cart.ts';
import { incompleteFirst } from '#contract/rules/gift-card/completeness.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { SellerAmount } from '#contract/shapes/shipping-method.ts';
import { totalCents } from '../../cart/total-cents.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

export type CardRow = LocalGiftCard & { key: string };
/** A product that is no gift card: the line, and what is shown of its product. */
export type LineRow = CartItem & { shown: CartProduct };

/** Incomplete cards first, each group in the order it was added. */
export function cardRows(cards: readonly (readonly [string, LocalGiftCard])[]): CardRow[] {
  return incompleteFirst(cards.map(([key, card]) => ({ ...card, key })));
}

/** The lines of the cart that are no gift cards. */
export function lineRows(cart: Cart, products: readonly CartProduct[]): LineRow[] {
  const byLine = new Map(products.map((product) => [product.item_id, product]));
  return cart.items.flatMap((item) => {
    const shown = byLine.get(item.item_id);
    return shown && !shown.product.is_giftcard ? [{ ...item, shown }] : [];
  });
}

/** 'GiftCard', or 'GiftCard x 2' with more than one. */
export function cardsTitle(count: number): MessageDescriptor {
  return count > 1 ? msg`GiftCard x ${count}` : msg`GiftCard`;
}

/** How close to free shipping a seller's goods have to be: a quarter of the sum may be missing. */
const NEARLY = 0.25;

/** The sellers that ship for nothing with a little more; a sum further away is no help at the checkout. */
export function nearlyFree(untilFree: readonly SellerAmount[], lines: readonly LineRow[]): SellerAmount[] {
  return untilFree.filter(({ seller_name, amount }) => {
    const own = lines.filter(({ shown }) => shown.product.seller_name === seller_name);
    const missing = toCents(amount);
    return missing <= NEARLY * (totalCents(own) + missing);
  });
}
