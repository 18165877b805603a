import { describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { giftCard, novel } from '#gallery/fixtures/products.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';

async function openProduct(data: Product) {
  const { ground, text } = await openPage({
    ...{ at: `/product/${data.id}`, shows: data.name },
    answers: { ...cartServer([]), 'GET mobiledigital/product': { status: true, data } },
  });
  const about = ground().getByRole('heading', { name: /^About (it|this gift card)$/ }).parentElement?.textContent;
  return { text, about: about ?? '' };
}

const gone = (product: Product): Product => ({
  ...product,
  qty: 0,
  configurable_products: product.configurable_products.map((variant) => ({ ...variant, qty: 0 })),
});
const ownAmounts = { sku: 'TK-GC-OWN', option_value: 5_699, currency: 'AUD', min: 10, max: 500, qty: 40 } as const;

describe('stock and sku', () => {
  test('of goods stand beside the price', async () => {
    const { text, about } = await openProduct(novel());
    expect(text()).toContain('In StockSKU LL-SALT');
    expect(about).not.toContain('SKU');
  });

  test.each([
    ['that can be bought', giftCard(), 'In Stock'],
    ['of which only an own amount is left', { ...gone(giftCard()), free_amount: ownAmounts }, 'In Stock'],
    ['that nobody sells at the moment', gone(giftCard()), 'Out of Stock'],
  ])('of a gift card %s stand below what is said about it: money lies on no shelf', async (_what, data, words) => {
    const { text, about } = await openProduct(data);
    expect(about).toContain(`SKU ${data.sku}${words}`);
    expect(text().match(/(In|Out of) Stock/g)).toEqual([words]);
    expect(text()).not.toContain('Sold out');
  });
});

describe('a gift card', () => {
  test.each([
    [36, 'Good for at least 3 years from the day it arrives'],
    [60, 'Good for 5 years from the day it arrives'],
    [42, 'Good for 42 months from the day it arrives'],
    [undefined, 'Good for at least 3 years from the day it arrives'],
  ])('that is valid for %s months promises that', async (card_validity_months, words) => {
    const data = { ...giftCard(), ...(card_validity_months ? { card_validity_months } : {}) };
    const { text } = await openProduct(data);
    expect(text()).toContain(words);
  });
});
