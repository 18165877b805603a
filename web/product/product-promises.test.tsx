import { describe, expect, test } from 'vitest';
import { giftCard } from '#gallery/fixtures/products.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';

describe('a gift card', () => {
  test.each([
    [36, 'Good for at least 3 years from the day it arrives'],
    [60, 'Good for 5 years from the day it arrives'],
    [42, 'Good for 42 months from the day it arrives'],
    [undefined, 'Good for at least 3 years from the day it arrives'],
  ])('that is valid for %s months promises that', async (card_validity_months, words) => {
    const data = { ...giftCard(), ...(card_validity_months ? { card_validity_months } : {}) };
    const { text } = await openPage({
      ...{ at: `/product/${data.id}`, shows: data.name },
      answers: { ...cartServer([]), 'GET mobiledigital/product': { status: true, data } },
    });
    expect(text()).toContain(words);
  });
});
