import { t as said } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { openPopup } from '../../state/popups.ts';
import { Icon } from '../../ui/icons.tsx';
import { AccountPage } from '../page/account-page.tsx';
import { QueryState } from '../page/query-state.tsx';
import { OrderWaiting } from '../page/skeletons.tsx';
import { orderQuery } from './order-queries.ts';
import { OrderView } from './order-view.tsx';

export default function OrderPage() {
  const { t } = useLingui();
  const back = (
    <Link
      prefetch="intent"
      to="/account/orders"
      className="-ml-2 inline-flex min-h-12 items-center gap-1 rounded-control px-2 text-15 font-semibold text-accent hover:bg-accent-soft lg:-mt-3"
    >
      <Icon name="back" className="size-5" />
      <Trans>All orders</Trans>
    </Link>
  );
  return (
    <AccountPage title={t`Your Order`} above={back} waiting={<OrderWaiting />}>
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
    openPopup({ kind: 'message', message: said`This order could not be found.` });
    void navigate('/account/orders', { replace: true });
  }, [unknown, navigate]);
  return (
    <QueryState query={query} waiting={<OrderWaiting />}>
      {(order) => order && <OrderView order={order} />}
    </QueryState>
  );
}
