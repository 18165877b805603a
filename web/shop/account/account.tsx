import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { customerQuery, ordersQuery } from '../../api/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { AccountPage } from './account-page.tsx';
import { addressBook } from './address-book.ts';
import { AllAddresses, DefaultAddresses } from './address-cards.tsx';
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
      <div className="mt-8 grid gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start xl:gap-6">
        <section aria-labelledby="orders" className="min-w-0">
          <h2 id="orders" className="mb-3 text-20">
            <Trans>Your Orders</Trans>
          </h2>
          <Orders />
        </section>
        <Addresses />
      </div>
    </AccountPage>
  );
}

/** On wide windows a column beside the orders, its first card in line with the first of them. */
function Addresses() {
  return (
    <div className="min-w-0 xl:pt-9.5">
      <QueryState query={useQuery(customerQuery)} waiting={<AddressesWaiting className={ADDRESSES} />}>
        {(customer) => {
          const book = addressBook(customer);
          return (
            <>
              <div className={ADDRESSES}>
                <DefaultAddresses book={book} />
                <AllAddresses book={book} />
              </div>
              <LinkButton to="/account/addressinformation" look="plain" className="mt-4 xl:w-full">
                <Trans>Manage addresses</Trans>
              </LinkButton>
            </>
          );
        }}
      </QueryState>
    </div>
  );
}

const ADDRESSES = 'grid gap-8 xl:gap-4';

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
