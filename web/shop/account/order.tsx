import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Order } from '#contract/account.ts';
import { isApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { MINE } from '../../api/query-client.ts';
import { openPopup } from '../../state/popups.ts';
import { AccountPage } from './account-page.tsx';
import { OrderView } from './order-view.tsx';
import { lookAgainIn } from './order-words.ts';
import { QueryState } from './query-state.tsx';

/** One order, by id or increment id; null when this shopper has none of that number. */
const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [MINE, 'order', id],
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
    refetchInterval: ({ state }) => lookAgainIn(state.data, Date.now()),
  });

/** AC-43..AC-47. */
export default function OrderPage() {
  return (
    <AccountPage title="Your Order">
      <Loaded id={useParams().id ?? ''} />
    </AccountPage>
  );
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(orderQuery(id));
  const navigate = useNavigate();
  const unknown = query.data === null;
  useEffect(() => {
    if (!unknown) return;
    openPopup({ kind: 'message', message: 'This order could not be found.' });
    void navigate('/account/orders', { replace: true });
  }, [unknown, navigate]);
  return <QueryState query={query}>{(order) => order && <OrderView order={order} />}</QueryState>;
}
