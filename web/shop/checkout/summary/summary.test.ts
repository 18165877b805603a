import { describe, expect, it } from 'vitest';
import type { Cart, CartProduct } from '#contract/cart/cart.ts';
import { completeGiftCard } from '#test/web/checkout.ts';
import { english } from '#test/web/english.ts';
import { totalCents } from '../../cart/total-cents.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import { cardRows, cardsTitle, lineRows } from './summary.ts';

const giftCard = (change: Partial<LocalGiftCard>): LocalGiftCard => ({ ...completeGiftCard, ...change });

describe('the summary list', () => {
  it('lists incomplete cards before complete ones, each group in the order in which the cards were added [CK-09]', () => {
    const rows = cardRows([
      ['a', giftCard({})],
      ['b', giftCard({ mms_template_id: '' })],
      ['c', giftCard({})],
      ['d', giftCard({ recipient_mobile: ' ' })],
    ]);
    expect(rows.map(({ key }) => key)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('shows a count in the title when there are two or more cards [CK-05, CK-06, CK-07]', () => {
    expect([0, 1, 2, 12].map((count) => english._(cardsTitle(count)))).toEqual([
      'GiftCard',
      'GiftCard',
      'GiftCard x 2',
      'GiftCard x 12',
    ]);
  });

  it('adds up the prices of cards and lines to the cent [CK-04]', () => {
    const cards = [giftCard({ price: 25.1 }), giftCard({ price: 50.2 })];
    const lines = [{ price: 19.95, qty: 3 }];
    expect(totalCents([...cards, ...lines])).toBe(2510 + 5020 + 5985);
    expect(totalCents([])).toBe(0);
  });
});

describe('lineRows', () => {
  const item = (item_id: number, sku: string) => ({
    item_id,
    sku,
    name: sku,
    price: 10,
    qty: 1,
    product_type: 'simple',
    quote_id: '1',
  });
  const product = (item_id: number, is_giftcard: boolean) => ({ item_id, product: { is_giftcard } }) as CartProduct;
  const cart = { items: [item(1, 'mug'), item(2, 'card'), item(3, 'tea')] } as Cart;
  const products = [product(1, false), product(2, true), product(3, false)];

  it('returns the cart lines that are not gift cards [ST-091]', () => {
    expect(lineRows(cart, products).map(({ sku }) => sku)).toEqual(['mug', 'tea']);
  });
});
