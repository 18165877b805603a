import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { customerQuery } from '../../queries/customer.ts';
import { Icon } from '../../ui/icons.tsx';
import { dayText } from '../orders/order-status.ts';
import { AccountPage } from '../page/account-page.tsx';
import { CustomerCard } from '../page/customer-card.tsx';
import { QueryState } from '../page/query-state.tsx';
import { DetailsWaiting, detailsCell, detailsGrid } from '../page/skeletons.tsx';
import { DetailRow } from './detail-row.tsx';
import { EditEmail } from './edit-email.tsx';
import { EditName } from './edit-name.tsx';

export default function PersonalDetails() {
  const { t } = useLingui();
  return (
    <AccountPage title={t`Personal Details`} waiting={<DetailsWaiting />}>
      <Details />
    </AccountPage>
  );
}

function Details() {
  return (
    <QueryState query={useQuery(customerQuery)} waiting={<DetailsWaiting />}>
      {(customer) => (
        <div className={detailsGrid}>
          <CustomerCard name={customer.fullname} label={<Trans>Member since</Trans>}>
            <Day instant={customer.created_at} />
          </CustomerCard>
          <dl className="grid gap-3 sm:gap-4">
            <Rows customer={customer} />
          </dl>
        </div>
      )}
    </QueryState>
  );
}

function Rows({ customer: { fullname, email, mobile } }: { customer: Customer }) {
  const { t } = useLingui();
  return (
    <>
      <DetailRow
        icon="person"
        label={<Trans>Name</Trans>}
        change={t`Change name`}
        edit={(close) => <EditName fullname={fullname} close={close} />}
      >
        {fullname}
      </DetailRow>
      <DetailRow
        icon="mail"
        label={<Trans>Email</Trans>}
        change={t`Change email`}
        edit={(close) => <EditEmail email={email} close={close} />}
      >
        {email}
      </DetailRow>
      <div className={detailsCell}>
        <dt className="text-13 text-muted">
          <Icon name="phone" className="absolute top-5 left-4 size-6 text-accent sm:left-5" />
          <Trans>Mobile</Trans>
        </dt>
        <dd className="text-17 font-semibold">
          <span className="tabular">{showMobile(mobile)}</span>
          <span className="block text-13 font-normal text-muted">
            <Trans>You sign in with this number. No password is kept.</Trans>
          </span>
        </dd>
      </div>
    </>
  );
}

function Day({ instant }: { instant: string }) {
  const { i18n } = useLingui();
  return dayText(i18n, instant);
}
