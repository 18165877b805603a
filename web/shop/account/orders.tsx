import { useQuery } from '@tanstack/react-query';
import { ordersQuery } from '../../api/queries.ts';
import { AccountPage } from './account-page.tsx';
import { OrdersList } from './orders-list.tsx';
import { QueryState } from './query-state.tsx';

/** AC-42. */
export default function Orders() {
  return (
    <AccountPage title="Your Orders">
      <List />
    </AccountPage>
  );
}

function List() {
  return (
    <QueryState query={useQuery(ordersQuery)}>{(orders) => <OrdersList orders={orders} heading="h2" />}</QueryState>
  );
}
