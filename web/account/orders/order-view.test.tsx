import { expect, test } from 'vitest';
import { order } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';

test.each([
  ['refused', true],
  ['held', false],
] as const)('an order that is %s: it is said that nothing was charged: %s', async (status, said) => {
  const data = order({ status });
  const { page } = await openShop({
    ...{ at: '/account/order/1', session: signedInCustomer(), shows: data.increment_id },
    answers: { 'GET mobiledigital/order': { status: true, data } },
  });
  expect(page.queryByText(/^Nothing was charged/) !== null).toBe(said);
});
