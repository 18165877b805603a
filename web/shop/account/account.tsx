import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { customerQuery, ordersQuery } from '../../api/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { AccountPage } from './account-page.tsx';
import { addressBook } from './address-book.ts';
import { AddressCard, AllAddresses } from './address-cards.tsx';
import { Greeting } from './greeting.tsx';
import { MoreOrders } from './more-orders.tsx';
import { OrdersList } from './orders-list.tsx';
import { QueryState } from './query-state.tsx';
import { AddressesWaiting, OrdersWaiting } from './waiting.tsx';

/** AC-01..AC-14. */
export default function Account() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`My Account`} waiting={<OrdersWaiting />}>
      <Greeting />
      <section aria-labelledby="orders" className="mt-8">
        <h2 id="orders" className="mb-3 text-20">
          <Trans>Your Orders</Trans>
        </h2>
        <Orders />
      </section>
      <Addresses />
    </AccountPage>
  );
}

function Addresses() {
  const { t } = useLingui();
  return (
    <div className="mt-8">
      <QueryState query={useQuery(customerQuery)} waiting={<AddressesWaiting />}>
        {(customer) => {
          const book = addressBook(customer);
          return (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <AddressCard title={t`Billing address`} address={book.default_billing_address} />
                <AddressCard title={t`Default shipping address`} address={book.default_shipping_address} />
              </div>
              <AllAddresses book={book} />
              <LinkButton to="/account/addressinformation" look="plain" className="mt-4">
                <Trans>Manage addresses</Trans>
              </LinkButton>
            </>
          );
        }}
      </QueryState>
    </div>
  );
}

function Orders() {
  const query = useInfiniteQuery(ordersQuery);
  return (
    <QueryState query={query} waiting={<OrdersWaiting />}>
      {(orders) => (
        <>
          <OrdersList orders={orders} heading="h3" />
          <MoreOrders {...query} />
        </>
      )}
    </QueryState>
  );
}
