import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giftCardItem, order } from '#gallery/fixtures/gift-cards.ts';
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

const manyCards = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    giftCardItem(at + 1, at === count - 1 ? { state: 'failed', can_correct: true } : { state: 'delivered' }),
  );

test('of many cards the first few are shown, those that need help before others, and more at a tap', async () => {
  const data = order({ items: manyCards(130) });
  const { page, user } = await openShop({
    ...{ at: '/account/order/1', session: signedInCustomer(), shows: data.increment_id },
    answers: { 'GET mobiledigital/order': { status: true, data } },
  });
  const region = page.getByRole('region', { name: 'Items' });
  const cards = () => region.querySelectorAll('[data-card-state]');
  expect([cards().length, cards()[0]?.getAttribute('data-card-state')]).toEqual([10, 'failed']);
  expect(page.getAllByText('129 gift cards sent').length).toBeGreaterThan(0);
  expect(page.getByText('and 120 more')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(cards()).toHaveLength(110));
  await waitFor(() => expect(document.activeElement).toBe(region.querySelectorAll('summary')[10]));
  expect(page.getByText('and 20 more')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(cards()).toHaveLength(130));
  expect(page.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('an order of twenty is shown whole', async () => {
  const data = order({ items: manyCards(20) });
  const { page } = await openShop({
    ...{ at: '/account/order/1', session: signedInCustomer(), shows: data.increment_id },
    answers: { 'GET mobiledigital/order': { status: true, data } },
  });
  expect(page.getByRole('region', { name: 'Items' }).querySelectorAll('[data-card-state]')).toHaveLength(20);
});
