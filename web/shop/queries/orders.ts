import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Order } from '#contract/account.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { api } from '../calls/api.ts';
import { lookAgainIn } from './look-again.ts';
import { CUSTOMER_SCOPE, queryClient } from './query-client.ts';

const ORDER = [CUSTOMER_SCOPE, 'order'];

/** One order, by id or increment id; null when this customer has none of that number. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDER, id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      try {
        const answer = await api('GET mobiledigital/order', { query: { order_id: id } }, { signal });
        return answer.status ? (answer.data ?? null) : null;
      } catch (error) {
        // An id that cannot be one of ours, such as a word of thirty letters, is refused before it is looked for.
        if (isApiError(error) && (error.status === 400 || error.status === 404)) return null;
        throw error;
      }
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgainIn(state.data, serverNow()),
  });

/** The customer's orders, newest first, a page at a time; `data` is all that have been fetched. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: [CUSTOMER_SCOPE, 'orders'],
  queryFn: ({ signal, pageParam }) =>
    api('GET mobiledigital/orders', { query: pageParam === '' ? {} : { before: pageParam } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ orders, more }) => (more ? orders.at(-1)?.increment_id : undefined),
  select: ({ pages }) => pages.flatMap(({ orders }) => orders),
});

/** After a card was changed: the order on screen is fetched at once, the lists where they are next shown. */
export async function refreshOrders(): Promise<void> {
  const client = queryClient();
  await Promise.all([
    client.invalidateQueries({ queryKey: ORDER }),
    client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  ]);
}
