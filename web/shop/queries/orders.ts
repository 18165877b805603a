import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Order } from '#contract/account.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { api } from '../calls/api.ts';
import { computePollDelay } from './look-again.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

const ORDER = [CUSTOMER_SCOPE, 'order'];

/** Takes a database id or an order number. Returns null if the customer has no such order. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDER, id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      try {
        const answer = await api('GET mobiledigital/order', { query: { order_id: id } }, { signal });
        return answer.status ? (answer.data ?? null) : null;
      } catch (error) {
        // The server rejects a malformed id with 400 before it looks up the order.
        if (isApiError(error) && (error.status === 400 || error.status === 404)) return null;
        throw error;
      }
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => computePollDelay(state.data, serverNow()),
  });

export const ordersQuery = infiniteQueryOptions({
  queryKey: [CUSTOMER_SCOPE, 'orders'],
  queryFn: ({ signal, pageParam }) =>
    api('GET mobiledigital/orders', { query: pageParam === '' ? {} : { before: pageParam } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ orders, more }) => (more ? orders.at(-1)?.increment_id : undefined),
  select: ({ pages }) => pages.flatMap(({ orders }) => orders),
});

/** Refetches the order on screen at once, and other orders and lists when they are next shown. */
export async function refreshOrders(): Promise<void> {
  const client = queryClient();
  await Promise.all([
    client.invalidateQueries({ queryKey: ORDER }),
    client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  ]);
}
