import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { customerQuery } from '../queries/customer.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { dayText } from './orders/order-status.ts';
import { AccountPage } from './page/account-page.tsx';
import { CustomerCard } from './page/customer-card.tsx';
import { QueryState } from './page/query-state.tsx';
import { DetailsWaiting, detailsCell, detailsGrid } from './page/skeletons.tsx';

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
          <dl className="grid gap-3 sm:gap-4 md:auto-rows-fr">
            <Row icon="mail" label={<Trans>Email</Trans>}>
              {customer.email}
            </Row>
            <Row icon="phone" label={<Trans>Mobile</Trans>}>
              <span className="tabular">{showMobile(customer.mobile)}</span>
              <span className="block text-13 font-normal text-muted">
                <Trans>You sign in with this number. No password is kept.</Trans>
              </span>
            </Row>
          </dl>
        </div>
      )}
    </QueryState>
  );
}

function Day({ instant }: { instant: string }) {
  const { i18n } = useLingui();
  return dayText(i18n, instant);
}

function Row({ icon, label, children }: { icon: IconName; label: ReactNode; children: ReactNode }) {
  return (
    <div className={detailsCell}>
      <dt className="text-13 text-muted">
        <Icon name={icon} className="absolute top-5 left-4 size-6 text-accent sm:left-5" />
        {label}
      </dt>
      <dd className="text-17 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
