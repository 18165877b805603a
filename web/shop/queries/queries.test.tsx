import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { customer, home, line, manyAddresses } from '#gallery/fixtures/customer.ts';
import { order, productItem } from '#gallery/fixtures/gift-cards.ts';
import { jacket } from '#gallery/fixtures/products.ts';
import { openCheckout } from '#test/web/checkout-screen.ts';
import { openPage } from '#test/web/customer-page.ts';
import { fakeServer } from '#test/web/fake-server.ts';
import { BROWSE } from '#test/web/open-shop.ts';
import { apiError } from '#web/shared/api/api-error.ts';
import { useSession } from '../session/session.ts';
import { usePopups } from '../state/popups.ts';
import { productQuery, productsQuery, sellerQuery } from './catalogue.ts';
import { customerQuery, savedCardsQuery, setCachedCustomer } from './customer.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>
);
const failWithServerError = async (): Promise<never> => {
  throw apiError({ kind: 'http', status: 500, message: 'Down' });
};
const readPopup = () => usePopups.getState().popup;

beforeEach(() => {
  queryClient().clear();
  usePopups.setState(usePopups.getInitialState(), true);
});

describe('failed query', () => {
  it('shows the error popup once and does not retry', async () => {
    const queryFn = vi.fn(failWithServerError);
    const first = renderHook(() => useQuery({ queryKey: ['a'], queryFn }), { wrapper });
    renderHook(() => useQuery({ queryKey: ['a'], queryFn }), { wrapper });
    await waitFor(() => expect(first.result.current.isError).toBe(true));
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect(readPopup()).toMatchObject({ kind: 'message', message: { message: 'Down' } });
  });

  it('shows no error popup for a quiet query', async () => {
    const { result } = renderHook(
      () => useQuery({ queryKey: ['a'], queryFn: failWithServerError, meta: { quiet: true } }),
      {
        wrapper,
      },
    );
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(readPopup()).toBeNull();
  });
});

it('sends queries even when the browser reports that it is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { result } = renderHook(() => useQuery({ queryKey: ['a'], queryFn: async () => 'there' }), { wrapper });
  await waitFor(() => expect(result.current.data).toBe('there'));
});

it("removes the customer's cached data on sign-out, but keeps shop data", () => {
  const client = queryClient();
  useSession.setState({ is_signed_in: true });
  client.setQueryData([CUSTOMER_SCOPE, 'cart'], 'mine');
  client.setQueryData(['categories'], 'of the shop');
  useSession.setState({ mobile: '+61499000111' });
  expect(client.getQueryData([CUSTOMER_SCOPE, 'cart'])).toBe('mine');
  useSession.setState({ is_signed_in: false });
  expect(client.getQueryData([CUSTOMER_SCOPE, 'cart'])).toBeUndefined();
  expect(client.getQueryData(['categories'])).toBe('of the shop');
});

it('does not restore the old customer data from a fetch that began before a change', async () => {
  let answer: (response: Response) => void = () => undefined;
  fakeServer(() => customer());
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        answer = resolve;
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const fetching = queryClient()
    .fetchQuery(customerQuery)
    .catch(() => null);
  await setCachedCustomer(customer(manyAddresses));
  answer(Response.json(customer([home])));
  await fetching;
  expect(queryClient().getQueryData(customerQuery.queryKey)?.addresses).toHaveLength(manyAddresses.length);
});

it.each([
  ['a product', productQuery(7), { status: false, not_exists: true }, { product_id: '7' }, null],
  ['the seller of a product', sellerQuery(7), { status: false }, { product_id: '7' }, null],
  ['product tiles', productsQuery([7, 8]), { status: true, data: [] }, { ids: '7,8' }, []],
  ['saved cards', savedCardsQuery, { status: true, data: [] }, undefined, []],
])('requests %s with the right query parameters', async (_what, query, answer, sentQuery, data) => {
  const received = fakeServer(() => answer);
  expect(await queryClient().fetchQuery(query as typeof savedCardsQuery)).toEqual(data);
  expect(received.map(({ parts }) => parts.query)).toEqual([sentQuery]);
});

describe('cached data', () => {
  const holdCalls = ({ answers }: Awaited<ReturnType<typeof openPage>>, names: string[]) => {
    for (const name of names) answers[name] = () => new Promise(() => undefined);
  };

  it('shows cached saved cards, addresses and orders while their calls are pending [EN-55]', async () => {
    const data = order({ items: [productItem(2, 0, 3)] });
    const shop = await openPage({
      url: '/account/savedcards',
      shows: '4242',
      answers: {
        'GET mobiledigital/orders': { status: true, orders: [data] },
        'GET mobiledigital/order': { status: true, data },
      },
    });
    const { page, user, see, text } = shop;
    const main = within(page.getByRole('main'));
    const screens = [
      ['Saved Cards', '4242'],
      ['Address Information', '12 Fig Street'],
      ['Your Orders', '900000001'],
      ['View Order 900000001', 'GST included'],
    ] as const;
    const go = async (name: string) => user.click(main.getByRole('link', { name }));
    for (const [name, words] of screens) {
      await go(name);
      await see(words);
    }
    await go('Personal Details');
    await see('wren@example.com');
    holdCalls(shop, [
      'GET mobiledigital/savedcards',
      'GET customers/me',
      'GET mobiledigital/orders',
      'GET mobiledigital/order',
    ]);
    for (const [name, words] of screens) {
      expect(text()).not.toContain(words);
      await go(name);
      await see(words);
    }
  });

  it("shows the checkout's cached address, shipping and total while their calls are pending [EN-55]", async () => {
    const shop = await openCheckout({ giftCards: {}, lines: [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] })] });
    const { user, page, see, amount, box, ground } = shop;
    await see('$587.00');
    const shownTexts = () => [
      ...['shipping', 'to pay'].map(amount),
      box.querySelector('[data-selected-address]')?.textContent?.includes('12 Fig Street'),
    ];
    const before = shownTexts();
    expect(before).toEqual(['$9.00 AUD', '$587.00 AUD', true]);
    await user.click(page.getByRole('link', { name: 'Handsel Gift Cards' }));
    await see(BROWSE);
    holdCalls(shop, [
      'GET mobiledigital/shippingmethods',
      'POST carts/mine/estimate-shipping-methods-by-address-id',
      'POST carts/mine/estimate-shipping-methods',
      'GET carts/mine',
      'POST carts/mine',
      'GET customers/me',
    ]);
    await shop.tap(/^Cart/);
    await user.click(await waitFor(() => ground().getByRole('link', { name: 'Checkout' })));
    await see('Confirm Purchase');
    expect(shownTexts()).toEqual(before);
  });
});
