import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LinkButton } from '#web/ui/button.tsx';
import { customerQuery, savedCardsQuery } from '../queries/customer.ts';
import { ordersQuery } from '../queries/orders.ts';
import { ownGiftCardsQuery } from '../queries/own-gift-cards.ts';
import { addressBook } from './addresses/address-book.ts';
import { AddressCards } from './addresses/address-cards.tsx';
import { Greeting } from './greeting.tsx';
import { MoreOrders } from './orders/more-orders.tsx';
import { OrdersList } from './orders/orders-list.tsx';
import type { PageCounts } from './page/account-nav.tsx';
import { AccountPage } from './page/account-page.tsx';
import { QueryState } from './page/query-state.tsx';
import { AddressesWaiting, OrdersWaiting } from './page/skeletons.tsx';

export default function Account() {
  const { t } = useLingui();
  const counts = useCounts();
  return (
    <AccountPage title={t`My Account`} waiting={<OrdersWaiting />} counts={counts}>
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

function useCounts(): PageCounts {
  const asksNothing = { enabled: false };
  const { data: customer } = useQuery({ ...customerQuery, ...asksNothing });
  const { data: savedCards } = useQuery({ ...savedCardsQuery, ...asksNothing });
  const { data: giftCards } = useQuery({ ...ownGiftCardsQuery, ...asksNothing });
  const { data: orders, hasNextPage } = useInfiniteQuery({ ...ordersQuery, ...asksNothing });
  return {
    '/account/addressinformation': customer?.addresses.length,
    '/account/savedcards': savedCards?.length,
    '/account/giftcards': giftCards?.length,
    '/account/orders': hasNextPage ? undefined : orders?.length,
  };
}

function Addresses() {
  return (
    <div className="min-w-0">
      <QueryState query={useQuery(customerQuery)} waiting={<AddressesWaiting className={ADDRESSES} />}>
        {(customer) => (
          <>
            <AddressCards book={addressBook(customer)} className={ADDRESSES} />
            <LinkButton to="/account/addressinformation" variant="plain" className="mt-4 xl:w-full">
              <Trans>Manage addresses</Trans>
            </LinkButton>
          </>
        )}
      </QueryState>
    </div>
  );
}

const ADDRESSES = 'sm:grid-cols-2 xl:grid-cols-1';

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
