import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { oneCard, order } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { CONFIRMED, openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { leadsTo } from '#test/web/open-shop.ts';
import { held, offline } from '#test/web/watch-calls.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { keepPaidOrder } from '../placed/placed-order.ts';

const SUCCESS = 'GET mobiledigital/checkoutsuccess';
const ORDER = 'GET mobiledigital/order';
const answer = { status: true, data: order({ increment_id: '000000012' }) };
const cardsLeft = () => Object.keys(useGiftCards.getState().giftCards).length;
const kept = () => sessionStorage.getItem('paid-order');

test('when the server is gone right after the payment, the order is thanked for by its id, under no popup', async () => {
  const { confirm, see, answers, page, text } = await openCheckout();
  answers[PAY] = () => {
    for (const name of [SUCCESS, ORDER, CONFIRMED, 'GET mobiledigital/cartproducts']) answers[name] = offline;
    return 77;
  };
  await confirm();
  await see('Your order has been placed');
  await see('No connection. We go on by ourselves when it is back.');
  expect(page.getByText('View Order').closest('a')?.getAttribute('href')).toBe('/account/order/77');
  await waitFor(() => expect(cardsLeft()).toBe(0));
  expect(page.queryByRole('dialog')).toBeNull();
  answers[ORDER] = answer;
  dispatchEvent(new Event('online'));
  await see('Thank you!');
  await see('000000012');
  expect(text()).not.toContain('No connection');
});

test('the order is kept as soon as it is paid, until it is thanked for', async () => {
  const success = held({ status: true, data: { order_id: '000000012', shop_name: 'Tide & Kiln' } });
  const { confirm, sentTimes, thanked } = await openCheckout({ answers: { [SUCCESS]: () => success.answer() } });
  await confirm();
  await sentTimes(SUCCESS, 1);
  expect(JSON.parse(kept() ?? '{}').placed.order).toEqual({ cartId: 1, orderId: 77, success: null });
  success.release();
  await thanked();
  expect(kept()).toBeNull();
});

test('a checkout that is reloaded after the payment leads to the thanks, and offers nothing once more', async () => {
  const to = await leadsTo({
    ...{ at: '/checkout', session: signedInCustomer(), giftCards: oneCard(), shows: 'Order number 000000012' },
    answers: { [ORDER]: answer },
    before: () => {
      // Another test of this file has been thanked.
      history.replaceState(null, '');
      keepPaidOrder({ order: { cartId: 1, orderId: 77, success: null }, keys: [] });
    },
  });
  expect(to).toBe('/success?order=000000012');
  expect(cardsLeft()).toBe(0);
  expect(kept()).toBeNull();
});

test('what another customer of this tab has paid leads nobody away from the checkout', async () => {
  sessionStorage.setItem('paid-order', JSON.stringify({ mobile: '+61499000111', placed: { order: {}, keys: [] } }));
  const story = { at: '/checkout', session: signedInCustomer(), giftCards: oneCard(), shows: 'Confirm Purchase' };
  expect(await leadsTo(story)).toBe('/checkout');
  sessionStorage.clear();
});
