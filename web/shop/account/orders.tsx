import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ordersQuery } from '../../api/queries.ts';
import { AccountPage } from './account-page.tsx';
import { MoreOrders } from './more-orders.tsx';
import { OrdersList } from './orders-list.tsx';
import { QueryState } from './query-state.tsx';
import { OrdersWaiting } from './waiting.tsx';

/** AC-42. */
export default function Orders() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Your Orders`} waiting={<OrdersWaiting />}>
      <List />
    </AccountPage>
  );
}

function List() {
  const query = useInfiniteQuery(ordersQuery);
  return (
    <QueryState query={query} waiting={<OrdersWaiting />}>
      {(orders) => (
        <>
          <OrdersList orders={orders} heading="h2" />
          <MoreOrders {...query} />
        </>
      )}
    </QueryState>
  );
}
