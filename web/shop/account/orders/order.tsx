import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { orderQuery } from '../../queries/orders.ts';
import { openPopup } from '../../state/popups.ts';
import { AccountPage } from '../page/account-page.tsx';
import { QueryState } from '../page/query-state.tsx';
import { OrderWaiting } from '../page/skeletons.tsx';
import { OrderView } from './order-view.tsx';

export default function OrderPage() {
  const { t } = useLingui();
  const backLink = { to: '/account/orders', text: <Trans>All orders</Trans> };
  return (
    <AccountPage title={t`Your Order`} backLink={backLink} waiting={<OrderWaiting />}>
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
    openPopup({ kind: 'message', message: translate`This order could not be found.` });
    void navigate('/account/orders', { replace: true });
  }, [unknown, navigate]);
  return (
    <QueryState query={query} waiting={<OrderWaiting />}>
      {(order) => order && <OrderView order={order} />}
    </QueryState>
  );
}
