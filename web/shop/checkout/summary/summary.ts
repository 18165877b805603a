import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Cart, CartItem, CartProduct } from '#contract/cart/cart.ts';
import { sortIncompleteFirst } from '#contract/rules/gift-card/completeness.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { SellerAmount } from '#contract/shapes/shipping-method.ts';
import { totalCents } from '../../cart/total-cents.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

export type CardRow = LocalGiftCard & { key: string };
export type LineRow = CartItem & { shown: CartProduct };

export function cardRows(cards: readonly (readonly [string, LocalGiftCard])[]): CardRow[] {
  return sortIncompleteFirst(cards.map(([key, card]) => ({ ...card, key })));
}

export function lineRows(cart: Cart, products: readonly CartProduct[]): LineRow[] {
  const byLine = new Map(products.map((product) => [product.item_id, product]));
  return cart.items.flatMap((item) => {
    const shown = byLine.get(item.item_id);
    return shown && !shown.product.is_giftcard ? [{ ...item, shown }] : [];
  });
}

export function cardsTitle(count: number): MessageDescriptor {
  return count > 1 ? msg`GiftCard x ${count}` : msg`GiftCard`;
}

/** Maximum share of the free-shipping amount that may be missing. */
const NEARLY = 0.25;

/** Returns the sellers whose free shipping is nearly reached. Omits larger gaps, which do not help at the checkout. */
export function findNearlyFreeSellers(untilFree: readonly SellerAmount[], lines: readonly LineRow[]): SellerAmount[] {
  return untilFree.filter(({ seller_name, amount }) => {
    const sellerLines = lines.filter(({ shown }) => shown.product.seller_name === seller_name);
    const missing = toCents(amount);
    return missing <= NEARLY * (totalCents(sellerLines) + missing);
  });
}
