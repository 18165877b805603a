import { useQuery } from '@tanstack/react-query';
import { customerQuery, ordersQuery } from '../../api/queries.ts';
import { AccountPage } from './account-page.tsx';
import { addressBook } from './address-book.ts';
import { AddressCard, AllAddresses } from './address-cards.tsx';
import { OrdersList } from './orders-list.tsx';
import { QueryState } from './query-state.tsx';

/** AC-01..AC-14. */
export default function Account() {
  return (
    <AccountPage title="My Account">
      <Addresses />
      <section aria-labelledby="orders" className="mt-8">
        <h2 id="orders" className="mb-3 text-20">
          Your Orders
        </h2>
        <Orders />
      </section>
    </AccountPage>
  );
}

function Addresses() {
  return (
    <QueryState query={useQuery(customerQuery)}>
      {(customer) => {
        const { all, billing, shipping } = addressBook(customer);
        return (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <AddressCard title="Billing address" address={billing} />
              <AddressCard title="Default shipping address" address={shipping} />
            </div>
            <AllAddresses addresses={all} />
          </>
        );
      }}
    </QueryState>
  );
}

function Orders() {
  return (
    <QueryState query={useQuery(ordersQuery)}>{(orders) => <OrdersList orders={orders} heading="h3" />}</QueryState>
  );
}
