import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { customer, home, manyAddresses } from '#gallery/fixtures/customer.ts';
import { fakeServer } from '#test/web/fake-server.ts';
import { apiError } from '../api/api-error.ts';
import { useSession } from '../session/session.ts';
import { usePopups } from '../state/popups.ts';
import { productQuery, productsQuery, sellerQuery } from './catalogue.ts';
import { customerQuery, keepCustomer, savedCardsQuery } from './customer.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>
);
const down = async (): Promise<never> => {
  throw apiError({ kind: 'http', status: 500, message: 'Down' });
};
const popup = () => usePopups.getState().popup;

beforeEach(() => {
  queryClient().clear();
  usePopups.setState(usePopups.getInitialState(), true);
});

describe('an error of a query', () => {
  test('is said once, and not tried again', async () => {
    const queryFn = vi.fn(down);
    const first = renderHook(() => useQuery({ queryKey: ['a'], queryFn }), { wrapper });
    renderHook(() => useQuery({ queryKey: ['a'], queryFn }), { wrapper });
    await waitFor(() => expect(first.result.current.isError).toBe(true));
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect(popup()).toMatchObject({ kind: 'message', message: { message: 'Down' } });
  });

  test('that is quiet is not said', async () => {
    const { result } = renderHook(() => useQuery({ queryKey: ['a'], queryFn: down, meta: { quiet: true } }), {
      wrapper,
    });
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(popup()).toBeNull();
  });
});

test('calls go out whatever the browser thinks of its connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { result } = renderHook(() => useQuery({ queryKey: ['a'], queryFn: async () => 'there' }), { wrapper });
  await waitFor(() => expect(result.current.data).toBe('there'));
});

test('who signs out leaves nothing of theirs, and all of the shop', () => {
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

test('a fetch that began before a change does not bring the old customer back', async () => {
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
  await keepCustomer(customer(manyAddresses));
  answer(Response.json(customer([home])));
  await fetching;
  expect(queryClient().getQueryData(customerQuery.queryKey)?.addresses).toHaveLength(manyAddresses.length);
});

test.each([
  ['a product', productQuery(7), { status: false, not_exists: true }, { product_id: '7' }, null],
  ['the seller of a product', sellerQuery(7), { status: false }, { product_id: '7' }, null],
  ['tiles of products', productsQuery([7, 8]), { status: true, data: [] }, { ids: '7,8' }, []],
  ['saved cards', savedCardsQuery, { status: true, data: [] }, undefined, []],
])('%s are asked for by what they are of', async (_what, query, answer, sent, data) => {
  const received = fakeServer(() => answer);
  expect(await queryClient().fetchQuery(query as typeof savedCardsQuery)).toEqual(data);
  expect(received.map(({ parts }) => parts.query)).toEqual([sent]);
});
