import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { customerQuery } from '../../queries/customer.ts';
import type { loader } from '../../root.tsx';
import { openPopup } from '../../state/popups.ts';
import { ChangeMobileSheet } from '../mobile/change-mobile-sheet.tsx';
import { formatShortDate } from '../orders/progress/order-status.ts';
import { AccountPage } from '../page/account-page.tsx';
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
  const backLink = state?.atCheckout ? { to: '/checkout', text: <Trans>Back to checkout</Trans> } : undefined;
  return (
    <AccountPage title={t`Personal Details`} backLink={backLink} waiting={<DetailsWaiting />}>
      <Details />
    </AccountPage>
  );
}

function Details() {
  return (
    <QueryState query={useQuery(customerQuery)} waiting={<DetailsWaiting />}>
      {(customer) => (
        <>
          <Rows customer={customer} />
          {!customer.unproved && <Passkeys />}
          <Sessions />
          <YourData since={customer.created_at} />
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
      <dl className={detailsGrid}>
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

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * For data requests, customers contact the operator, who exports or erases accounts by command
 * (docs/how-to/personal-data.md).
 */
function YourData({ since }: { since: string }) {
  const { i18n } = useLingui();
  const contact = useRouteLoaderData<typeof loader>('root')?.settings.operator_contact ?? '';
  const day = formatShortDate(i18n, since);
  const shown = EMAIL.test(contact) ? (
    <a href={`mailto:${contact}`} className="font-semibold text-accent underline underline-offset-4">
      {contact}
    </a>
  ) : (
    contact
  );
  return (
    <section aria-labelledby="your-data" className="mt-8 text-15 text-muted">
      <h2 id="your-data" className="text-20 text-ink">
        <Trans>Your data</Trans>
      </h2>
      <p className="mt-2">
        <Trans>Member since {day}.</Trans>
      </p>
      {contact !== '' && (
        <p className="mt-1 wrap-anywhere">
          <Trans>To get a copy of your data, or to delete your account, write to {shown}.</Trans>
        </p>
      )}
    </section>
  );
}
