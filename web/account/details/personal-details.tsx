import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { customerQuery } from '../../queries/customer.ts';
import { openPopup } from '../../state/popups.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ChangeMobileSheet } from '../mobile/change-mobile-sheet.tsx';
import { dayText } from '../orders/progress/order-status.ts';
import { AccountPage } from '../page/account-page.tsx';
import { CustomerCard } from '../page/customer-card.tsx';
import { QueryState } from '../page/query-state.tsx';
import { DetailsWaiting, detailsCell, detailsGrid } from '../page/skeletons.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { Sessions } from '../sessions/sessions.tsx';
import { DetailRow } from './detail-row.tsx';
import { EditEmail } from './edit-email.tsx';
import { EditName } from './edit-name.tsx';

export default function PersonalDetails() {
  const { t } = useLingui();
  const { state } = useLocation();
  const back = state?.atCheckout ? { to: '/checkout', text: <Trans>Back to checkout</Trans> } : undefined;
  return (
    <AccountPage title={t`Personal Details`} back={back} waiting={<DetailsWaiting />}>
      <Details />
    </AccountPage>
  );
}

function Details() {
  return (
    <QueryState query={useQuery(customerQuery)} waiting={<DetailsWaiting />}>
      {(customer) => (
        <>
          <div className={detailsGrid}>
            <CustomerCard name={customer.fullname} label={<Trans>Member since</Trans>}>
              <Day instant={customer.created_at} />
            </CustomerCard>
            <Rows customer={customer} />
          </div>
          {!customer.unproved && <Passkeys />}
          <Sessions />
        </>
      )}
    </QueryState>
  );
}

function Rows({ customer }: { customer: Customer }) {
  const { t } = useLingui();
  const [changing, setChanging] = useState(false);
  const { fullname, email, mobile, unproved = false } = customer;
  return (
    <>
      <dl className="grid gap-3 sm:gap-4">
        <DetailRow
          icon="person"
          label={<Trans>Name</Trans>}
          change={t`Change name`}
          edit={(close) => <EditName fullname={unproved ? '' : fullname} close={close} />}
        >
          {fullname}
        </DetailRow>
        <DetailRow
          icon="mail"
          label={<Trans>Email</Trans>}
          change={t`Change email`}
          edit={(close) => <EditEmail email={unproved ? '' : email} close={close} />}
        >
          {email}
        </DetailRow>
        <div className={detailsCell}>
          <dt className="text-13 text-muted">
            <Icon name="phone" className="absolute top-5 left-4 size-6 text-accent sm:left-5" />
            <Trans>Mobile</Trans>
          </dt>
          <dd>
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="text-17 font-semibold tabular">{showMobile(mobile)}</span>
              <Button
                variant="quiet"
                aria-label={t`Change mobile`}
                aria-haspopup="dialog"
                className="-mr-3 px-3! text-15!"
                onClick={() => setChanging(true)}
              >
                <Trans>Change</Trans>
              </Button>
            </span>
            <span className="block text-13 text-muted">
              <Trans>You use this number to sign in. There’s no password.</Trans>
            </span>
            <Button
              variant="quiet"
              className="-ml-3 px-3! text-left text-15!"
              aria-haspopup="dialog"
              onClick={() => openPopup({ kind: 'other-account' })}
            >
              <Trans>Move my old account to this number</Trans>
            </Button>
          </dd>
        </div>
      </dl>
      {changing && <ChangeMobileSheet customer={customer} onClose={() => setChanging(false)} />}
    </>
  );
}

function Day({ instant }: { instant: string }) {
  const { i18n } = useLingui();
  return dayText(i18n, instant);
}
