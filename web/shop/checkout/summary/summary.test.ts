import { describe, expect, it } from 'vitest';
import type { Cart, CartProduct } from '#contract/cart/cart.ts';
import { completeGiftCard } from '#test/web/checkout.ts';
import { english } from '#test/web/english.ts';
import { totalCents } from '../../cart/total-cents.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import { cardRows, cardsTitle, lineRows } from './summary.ts';

const giftCard = (change: Partial<LocalGiftCard>): LocalGiftCard => ({ ...completeGiftCard, ...change });

describe('the summary list', () => {
  it('CK-09 incomplete cards come first, each group as it was added', () => {
    const rows = cardRows([
      ['a', giftCard({})],
      ['b', giftCard({ mms_template_id: '' })],
      ['c', giftCard({})],
      ['d', giftCard({ recipient_mobile: ' ' })],
    ]);
    expect(rows.map(({ key }) => key)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('CK-05 CK-06 CK-07 the title counts from two on', () => {
    expect([0, 1, 2, 12].map((count) => english._(cardsTitle(count)))).toEqual([
      'GiftCard',
      'GiftCard',
      'GiftCard x 2',
      'GiftCard x 12',
    ]);
  });

  it('CK-04 the total is the sum of the lines, to the cent', () => {
    const cards = [giftCard({ price: 25.1 }), giftCard({ price: 50.2 })];
    const lines = [{ price: 19.95, qty: 3 }];
    expect(totalCents([...cards, ...lines])).toBe(2510 + 5020 + 5985);
    expect(totalCents([])).toBe(0);
  });
});

describe('other lines', () => {
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

  it('ST-091 are those of the cart that are no gift cards', () => {
    expect(lineRows(cart, products).map(({ sku }) => sku)).toEqual(['mug', 'tea']);
  });
});
