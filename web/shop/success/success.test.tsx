import { waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { line } from '#gallery/fixtures/customer.ts';
import { buildTenders, giftCardItem, order, productItem, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { BROWSE, followRedirect, openShop } from '#test/web/open-shop.ts';
import { cartProductsQuery } from '../cart/cart-queries.ts';
import type { PlacedOrder } from '../checkout/placed/placed-order.ts';
import { setPlacedOrder, usePlacedOrder } from '../checkout/placed/placed-order.ts';
import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';
import { signOut } from '../session/sign-out.ts';
import { useGiftCards } from '../state/gift-cards.ts';

const CART = [CUSTOMER_SCOPE, 'cart', 'test'];
const ORDER = 'GET mobiledigital/order';
const SIGN_OUT = 'POST mobiledigital/signout';
const HELD = 'We’re checking your order. We’ll text you once it’s approved. You won’t be charged before then.';
const AT = '/success?order=900000001';
const unknown = { orderId: null, success: null };
const success = { order_id: '900000001', shop_name: 'Tide & Kiln' };

function setUpPlacedOrder(change: Partial<PlacedOrder> = {}) {
  history.replaceState(null, '');
  queryClient().setQueryData(CART, 'the cart that was bought');
  setPlacedOrder({ order: { cartId: 1, orderId: 1, success, ...change }, keys: [] });
}
const open = (story: Partial<Story> = {}) =>
  openShop({ url: AT, session: signedInCustomer(), shows: 'Browse Gift Cards', ...story });
const answer = (data: ReturnType<typeof order>) => ({ [ORDER]: { status: true, data } });

it('shows the order number and every seller of the order with the seller’s items [TY-01, TY-02]', async () => {
  const items = [
    giftCardItem(1, { state: 'queued' }),
    { ...productItem(2, 0, 2), name: 'Bowl', seller_name: 'Lamplight Lane Books' },
    { ...productItem(3, 1), name: 'Vase', seller_name: 'Lamplight Lane Books' },
  ];
  const { page } = await open({ answers: answer(order({ items })), shows: 'From Lamplight Lane Books' });
  expect(page.getByRole('heading', { level: 1, name: 'Thank you!' })).toBeTruthy();
  expect(page.getByText('900000001')).toBeTruthy();
  const sellerRegion = within(page.getByRole('region', { name: 'Lamplight Lane Books' }));
  expect(sellerRegion.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '2 × Bowl',
    'Vase',
  ]);
  const [card] = items;
  const other = page.getByRole('region', { name: card?.seller_name ?? '' });
  expect(other.textContent).toContain('For Mia Tran');
  const gift = () => [...other.querySelectorAll('[data-wrapped-gift="birthday-cake"] img')];
  await waitFor(() => expect(gift()).toHaveLength(2));
  expect(gift()[1]?.getAttribute('src')).toContain(encodeURIComponent('Happy birthday, Mia!'));
  expect(page.getByText('Products go to 12 Fig Street, Pyrmont NSW 2009.')).toBeTruthy();
  expect(page.getByText('View Order').closest('a')?.getAttribute('href')).toBe('/account/order/1');
  expect(page.getByText('Send Another').closest('a')?.getAttribute('href')).toBe(`/product/${card?.product_id}`);
});

it('shows how the order was paid before the order has loaded', async () => {
  const tenders = buildTenders(78.98, 25);
  const rows = (box: Element) => [...box.querySelectorAll('[data-tender]')].map(({ textContent }) => textContent);
  const paid = ['Gift card ending 7F3K-$25.00 AUD', 'Payment card$53.98 AUD'];
  const { box } = await open({
    before: () => setUpPlacedOrder({ success: { ...success, tenders } }),
    answers: { [ORDER]: { status: false } },
    shows: 'Payment card',
  });
  expect(rows(box)).toEqual(paid);
});

it('shows the cost of the products, the shipping and the total', async () => {
  const data = order({ items: [productItem(1, 0, 2)], shipping_amount: 12, grand_total: 90.98 });
  const { box } = await open({ answers: answer(data), shows: 'Total' });
  const amounts = [...box.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(amounts).toEqual([expect.stringMatching(/^Items\$/), 'Shipping$12.00 AUD', 'Total$90.98 AUD']);
});

it.each([
  ['approved', true],
  ['refunded', false],
  ['refused', false],
] as const)('shows confetti and a tick for an order that is %s: %s', async (status, celebrates) => {
  const { box } = await open({ answers: answer(order({ status })), shows: 'From' });
  await waitFor(() => expect(box.querySelector('[data-gift-art]') !== null).toBe(celebrates));
});

it('explains that gift cards paying for a held order are not charged yet', async () => {
  const data = order({
    status: 'held',
    paid_at: null,
    items: [productItem(1, 0, 2)],
    tenders: buildTenders(78.98, 78.98),
  });
  const words =
    'We’re checking your order. We’ll text you once it’s approved. Your gift cards won’t be charged before then.';
  const { text } = await open({ answers: answer(data), shows: words }).then(({ box }) => ({
    text: box.textContent ?? '',
  }));
  expect(text).toContain('Gift card ending 7F3K-$78.98 AUD');
});

it('shows that a held order is being checked, and announces no delivery', async () => {
  const data = order({ status: 'held', paid_at: null, items: [giftCardItem(1, { state: 'waiting' })] });
  const { page } = await open({ answers: answer(data), shows: HELD });
  expect(page.queryByText(/on its way|Going out now|has your order/)).toBeNull();
  expect(page.getByText('Goes out once your order has been checked')).toBeTruthy();
});

it.each([
  ['queued', null, true],
  ['sent', null, true],
  ['delivered', null, false],
  ['failed', null, false],
  ['sent', '2026-11-02T01:05:00Z', false],
] as const)('for a card that is %s (opened: %s), explains how it will arrive: %s', async (state, opened_at, says) => {
  const items = [giftCardItem(1, { state, opened_at })];
  const { page } = await open({ answers: answer(order({ items })), shows: 'View Order' });
  await page.findByText('For Mia Tran');
  expect(page.queryByText(/^First a picture message arrives/) !== null).toBe(says);
});

it('adds the order number to the URL /success [RT-36]', async () => {
  const to = await followRedirect({
    url: '/success',
    session: signedInCustomer(),
    shows: 'Thank you!',
    before: () => setUpPlacedOrder(),
    answers: answer(order()),
  });
  expect(to).toBe(AT);
});

it('does not ask the customer to sign in again after a sign-out on the success page', async () => {
  const story = {
    before: () => setUpPlacedOrder(),
    shows: 'Thank you!',
    answers: { ...answer(order()), [SIGN_OUT]: {} as never },
  };
  const { page } = await open(story);
  signOut();
  expect(await page.findByRole('heading', { level: 1, name: 'Browse Gift Cards' })).toBeTruthy();
  expect(page.queryByRole('dialog')).toBeNull();
});

it('shows the shop name and order number from checkoutsuccess until the order has loaded [TY-01, TY-02, EN-56]', async () => {
  const { page } = await open({
    before: () => setUpPlacedOrder({ success: { ...success, status: 'held' } }),
    answers: { [ORDER]: { status: false } },
    shows: HELD,
  });
  expect(page.getByText(/^Order number/).textContent).toBe('Order number 900000001');
  expect(page.getByText('Tide & Kiln')).toBeTruthy();
});

beforeEach(() => usePlacedOrder.setState({ placed: null }));

it('leads to the orders when the order is unknown or belongs to another customer', async () => {
  const orders = { 'GET mobiledigital/orders': { status: true, orders: [] } };
  const answers = { [ORDER]: { status: false }, ...orders };
  expect(await followRedirect({ url: AT, session: signedInCustomer(), shows: 'No orders', answers })).toBe(
    '/account/orders',
  );
  expect(document.body.textContent).toContain('This order could not be found.');
});

it('redirects visitors to /browse', async () => {
  expect(await followRedirect({ url: AT, shows: BROWSE })).toBe('/browse');
});

it('reports the order as placed even without a response from the server', async () => {
  const { page } = await open({ url: '/success', before: () => setUpPlacedOrder(unknown) });
  expect(page.getByRole('heading', { level: 1, name: 'Your order has been placed' })).toBeTruthy();
  expect(page.getByText('Your Orders').closest('a')?.getAttribute('href')).toBe('/account/orders');
});

describe('when only the database id of the order is known', () => {
  const BY_ID = '/success?order=1';
  const story = { url: '/success', session: signedInCustomer(), before: () => setUpPlacedOrder({ success: null }) };

  const answers = { [ORDER]: offline };

  it("adds the order's database id to the URL immediately", async () => {
    expect(await followRedirect({ ...story, shows: 'Your order has been placed', answers })).toBe(BY_ID);
  });

  it('reports the order as placed when offline, without a popup', async () => {
    const { page } = await open({ url: BY_ID, shows: 'Your order has been placed', answers });
    expect(page.getByText('View Order').closest('a')?.getAttribute('href')).toBe('/account/order/1');
    expect(await page.findByText('You’re offline. We’ll reconnect automatically.')).toBeTruthy();
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('replaces the database id in the URL with the order number once the order has loaded', async () => {
    expect(
      await followRedirect({ ...story, url: BY_ID, shows: 'Order number 900000001', answers: answer(order()) }),
    ).toBe(AT);
  });
});

it('keeps the thank-you screen when the connection fails while the order loads', async () => {
  const { page } = await open({
    before: () => setUpPlacedOrder(),
    answers: { [ORDER]: offline },
    shows: 'Tide & Kiln',
  });
  expect(await page.findByText('You’re offline. We’ll reconnect automatically.')).toBeTruthy();
  expect(page.queryByText('This did not load')).toBeNull();
  expect(page.queryByRole('dialog')).toBeNull();
});

it('shows no cart count for bought items while the cart cannot be loaded', async () => {
  const { page } = await open({
    answers: { ...answer(order()), 'GET mobiledigital/cartproducts': offline },
    url: '/success',
    shows: 'Your order has been placed',
    before: () => {
      setUpPlacedOrder(unknown);
      queryClient().setQueryData(cartProductsQuery.queryKey, [line(5, novel())]);
    },
  });
  expect(page.getByRole('button', { name: 'Cart' })).toBeTruthy();
});

it('reports an order as placed when the success page is opened directly [TY-03, ST-104]', async () => {
  const { page } = await open({
    url: '/success',
    giftCards: singleCard(),
    before() {
      history.replaceState(null, '');
      localStorage.setItem('gift-card-details', JSON.stringify(singleCard()));
    },
  });
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Your order has been placed');
  expect(page.queryByText(/^Order number/)).toBeNull();
  expect([useGiftCards.getState().giftCards, localStorage.getItem('gift-card-details')]).toEqual([{}, null]);
  expect(page.getByText('Your Orders').closest('a')?.getAttribute('href')).toBe('/account/orders');
});

it('removes the bought gift cards and the cart from the phone', async () => {
  await open({ url: '/success', before: () => setUpPlacedOrder(unknown), giftCards: singleCard() });
  expect(useGiftCards.getState().giftCards).toEqual({});
  expect(queryClient().getQueryData(CART)).toBeUndefined();
});

it.each([
  ['the customer returns to the page', '/success', { cartCleared: true }],
  ['the customer opens the page by its URL', AT, null],
])('keeps gift cards that were begun after the order when %s', async (_how, path, state) => {
  const begun = singleCard();
  await open({
    url: path,
    giftCards: begun,
    answers: answer(order()),
    before: () => {
      setUpPlacedOrder(unknown);
      history.replaceState(state, '');
    },
  });
  expect(useGiftCards.getState().giftCards).toEqual(begun);
  history.replaceState(null, '');
});

it('hides the order from the next customer on the same phone', async () => {
  await open({ url: '/success', before: () => setUpPlacedOrder(unknown) });
  const { useSession } = await import('../session/session.ts');
  useSession.setState({ mobile: '+61499000111' });
  expect(usePlacedOrder.getState().placed).toBeNull();
});
