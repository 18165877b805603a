import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Order } from '#contract/account.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { api } from '../calls/api.ts';
import { lookAgainIn } from './look-again.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

const ORDER = [CUSTOMER_SCOPE, 'order'];

/** Finds an order by database id or order number; null if the customer has none. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDER, id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      try {
        const answer = await api('GET mobiledigital/order', { query: { order_id: id } }, { signal });
        return answer.status ? (answer.data ?? null) : null;
      } catch (error) {
        // The server rejects an impossible id with 400 before any lookup.
        if (isApiError(error) && (error.status === 400 || error.status === 404)) return null;
        throw error;
      }
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgainIn(state.data, serverNow()),
  });

/** Newest first; `data` joins all fetched pages. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: [CUSTOMER_SCOPE, 'orders'],
  queryFn: ({ signal, pageParam }) =>
    api('GET mobiledigital/orders', { query: pageParam === '' ? {} : { before: pageParam } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ orders, more }) => (more ? orders.at(-1)?.increment_id : undefined),
  select: ({ pages }) => pages.flatMap(({ orders }) => orders),
});

/** Refetches the order on screen now, lists when next shown. */
export async function refreshOrders(): Promise<void> {
  const client = queryClient();
  await Promise.all([
    client.invalidateQueries({ queryKey: ORDER }),
    client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  ]);
}
