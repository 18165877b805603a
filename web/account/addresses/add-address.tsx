import { msg, t as said } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { localMobile } from '#contract/rules/customer/mobile.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { AddressFields } from '../../address/address-fields.tsx';
import { emptyAddress, formOf, newAddress } from '../../address/address-values.ts';
import { type SavedAddress, savedAddresses } from '../../address/saved-addresses.ts';
import { useAddressForm } from '../../address/use-address-form.ts';
import { api } from '../../api/client.ts';
import { cartQuery } from '../../cart/cart-queries.ts';
import { showError } from '../../errors/show-error.ts';
import { customerQuery, keepCustomer } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { formDraft, keepFormDraft, useKeepFormDraft } from '../../state/form-drafts.ts';
import { showToast } from '../../state/toasts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/form/field.tsx';
import { AccountPage, CardsSkeleton } from '../page/account-page.tsx';
import { BESIDE_FACTS, type Fact, GoodToKnow } from '../page/good-to-know.tsx';
import { QueryState } from '../page/query-state.tsx';
import { withAdded, withChanged } from './address-book.ts';

const facts: Fact[] = [
  { icon: 'truck', words: msg`Parcels go to addresses in Australia.` },
  { icon: 'check', words: msg`Your first address becomes the default for bills and parcels. You can change that.` },
];

const FORM = 'lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-8';
const BACK = '/account/addressinformation';

/** With ?id= the saved address of that id is changed. */
export default function AddAddress() {
  const id = Number(useSearchParams()[0].get('id')) || null;
  const { t } = useLingui();
  return (
    <AccountPage title={id === null ? t`Add New Address` : t`Edit Address`} waiting={<Waiting />}>
      <Loaded id={id} />
    </AccountPage>
  );
}

const Waiting = () => <CardsSkeleton count={1} columns={false} />;

function Loaded({ id }: { id: number | null }) {
  const query = useQuery(customerQuery);
  return (
    <QueryState query={query} waiting={<Waiting />}>
      {(customer) => {
        const saved = savedAddresses(customer).find((address) => address.id === id) ?? null;
        return <AddressForm key={saved?.id ?? 0} customer={customer} saved={saved} />;
      }}
    </QueryState>
  );
}

function AddressForm({ customer, saved }: { customer: Customer; saved: SavedAddress | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const kept = saved ? `account-address-${saved.id}` : 'account-address';
  const [before] = useState(() => formDraft(kept));
  const initial = saved
    ? formOf(saved)
    : { ...emptyAddress, fullname: customer.fullname, mobile: localMobile(customer.mobile) };
  const address = useAddressForm({ ...initial, ...before });
  const touched = Object.entries(address.form).some(([field, text]) => text !== initial[field as keyof typeof initial]);
  useKeepFormDraft(kept, touched ? address.form : null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function save() {
    const typed = address.check() ? newAddress(address.form) : null;
    if (!typed) {
      focusFirstError(form.current);
      return;
    }
    setBusy(true);
    try {
      // The call replaces the whole list: it must be the present one, not what this page was opened with.
      const present = (await queryClient().fetchQuery({ ...customerQuery, staleTime: 0 })).addresses;
      const addresses = saved ? withChanged(present, saved.id, typed) : withAdded(present, typed);
      const changed = await api('PUT customers/me', { body: { customer: { addresses } } });
      await keepCustomer(changed);
      keepFormDraft(kept, null);
      showToast(said`Address saved`);
      // The cart holds a copy of the customer; it is fetched again where it is next shown.
      await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
      await navigate(BACK);
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void save();
  }
  return (
    <div className={BESIDE_FACTS}>
      <form ref={form} noValidate aria-label={t`Address`} onSubmit={submit} className={FORM}>
        <AddressFields address={address} />
        <ActionBar>
          <LinkButton to={BACK} variant="plain" onClick={() => keepFormDraft(kept, null)}>
            <Trans>Cancel</Trans>
          </LinkButton>
          <Button type="submit" busy={busy}>
            <Trans>Save Address</Trans>
          </Button>
        </ActionBar>
      </form>
      <GoodToKnow facts={facts} />
    </div>
  );
}
