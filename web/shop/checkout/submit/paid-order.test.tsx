import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fiveCards, order, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import { CONFIRMED, openCheckout, PAY } from '#test/web/checkout-screen.ts';
import { followRedirect } from '#test/web/open-shop.ts';
import { holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { storePaidOrder, usePlacedOrder } from '../placed/placed-order.ts';

const SUCCESS = 'GET mobiledigital/checkoutsuccess';
const ORDER = 'GET mobiledigital/order';
const answer = { status: true, data: order({ increment_id: '000000012' }) };
const countCards = () => Object.keys(useGiftCards.getState().giftCards).length;
const success = { order_id: '000000815', shop_name: 'Shop of the answer' };
const readStoredOrder = () => sessionStorage.getItem('paid-order');

it('thanks the customer with the order id, without an error popup, when the server becomes unreachable after payment', async () => {
  const { confirm, see, answers, page, text } = await openCheckout();
  answers[PAY] = () => {
    for (const name of [SUCCESS, ORDER, CONFIRMED, 'GET mobiledigital/cartproducts']) answers[name] = throwOffline;
    return 77;
  };
  await confirm();
  await see('Your order has been placed');
  await see('You’re offline. We’ll reconnect automatically.');
  expect(page.getByText('View Order').closest('a')?.getAttribute('href')).toBe('/account/order/77');
  await waitFor(() => expect(countCards()).toBe(0));
  expect(page.queryByRole('dialog')).toBeNull();
  answers[ORDER] = answer;
  dispatchEvent(new Event('online'));
  await see('Thank you!');
  await see('000000012');
  expect(text()).not.toContain('No connection');
});

it('pays with a saved card in one tap, calls checkoutsuccess once and shows the result on /success [CK-37, ST-097, ST-098, EN-56]', async () => {
  const { confirm, see, text, page, names, queries, charged } = await openCheckout({
    session: { ...signedInCustomer(), campaign_id: 'spring-26' },
    answers: { [SUCCESS]: { status: true, data: success }, [ORDER]: { status: false } },
  });
  await confirm();
  await see('Order number 000000815');
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Thank you!');
  expect(text()).toContain('Shop of the answer');
  expect(usePlacedOrder.getState().placed?.order.success).toEqual(success);
  expect(charged()).toEqual(['pm_1']);
  expect(names().filter((name) => [PAY, SUCCESS].includes(name))).toEqual([PAY, SUCCESS]);
  expect(queries(SUCCESS)).toEqual([{ seller_id: '1', campaign_id: 'spring-26', cart_id: '1' }]);
});

it('opens /success while the gift cards are being confirmed, and removes them from the browser afterwards [ST-100, ST-103]', async () => {
  const answer = holdAnswer({ status: true });
  const stored = () => localStorage.getItem('gift-card-details');
  const { confirm, see, sentTimes, bodies } = await openCheckout({
    giftCards: fiveCards(),
    before() {
      localStorage.setItem('gift-card-details', JSON.stringify(fiveCards()));
      history.replaceState({ cartCleared: true }, '');
    },
    answers: { [CONFIRMED]: () => answer.answer() },
  });
  await confirm();
  await see('Order number 000000012');
  await sentTimes(CONFIRMED, 1);
  expect(bodies(CONFIRMED)).toMatchObject([{ order_id: '000000012' }]);
  expect(countCards()).toBe(5);
  answer.release();
  await waitFor(() => expect([countCards(), stored()]).toEqual([0, null]));
});

it.each([
  ['has status false', { status: false }],
  ['fails', refuse(400)],
])('shows a popup that the gift cards were not sent when their confirmation %s [ER-20]', async (_what, answer) => {
  const { confirm, page } = await openCheckout({ answers: { [CONFIRMED]: answer } });
  await confirm();
  const popup = within(await page.findByRole('dialog', { name: 'Error Processing' }));
  const words = 'We processed your order but were unable to send your Gift Card. Please contact support.';
  expect(popup.getByText(words, { exact: true })).toBeTruthy();
  await waitFor(() => expect(countCards()).toBe(0));
});

it('stores the paid order until the customer has seen its thank-you page', async () => {
  const success = holdAnswer({ status: true, data: { order_id: '000000012', shop_name: 'Tide & Kiln' } });
  const { confirm, sentTimes, thanked } = await openCheckout({ answers: { [SUCCESS]: () => success.answer() } });
  await confirm();
  await sentTimes(SUCCESS, 1);
  expect(JSON.parse(readStoredOrder() ?? '{}').placed.order).toEqual({ cartId: 1, orderId: 77, success: null });
  success.release();
  await thanked();
  expect(readStoredOrder()).toBeNull();
});

it('redirects a checkout reloaded after payment to the thank-you page instead of offering payment again', async () => {
  const to = await followRedirect({
    url: '/checkout',
    session: signedInCustomer(),
    giftCards: singleCard(),
    shows: 'Order number 000000012',
    answers: { [ORDER]: answer },
    before: () => {
      history.replaceState(null, '');
      storePaidOrder({ order: { cartId: 1, orderId: 77, success: null }, keys: [] });
    },
  });
  expect(to).toBe('/success?order=000000012');
  expect(countCards()).toBe(0);
  expect(readStoredOrder()).toBeNull();
});

it('stays at the checkout when a different customer has paid an order in this tab', async () => {
  sessionStorage.setItem('paid-order', JSON.stringify({ mobile: '+61499000111', placed: { order: {}, keys: [] } }));
  const story = { url: '/checkout', session: signedInCustomer(), giftCards: singleCard(), shows: 'Confirm Purchase' };
  expect(await followRedirect(story)).toBe('/checkout');
  sessionStorage.clear();
});
