import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ordersQuery } from '../../queries/orders.ts';
import { AccountPage } from '../page/account-page.tsx';
import { QueryState } from '../page/query-state.tsx';
import { OrdersWaiting } from '../page/skeletons.tsx';
import { MoreOrders } from './more-orders.tsx';
import { OrdersList } from './orders-list.tsx';

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
