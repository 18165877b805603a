import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Customer } from '#contract/shapes.ts';
import { api } from '../../api/client.ts';
import { showProblem } from '../../api/problems.ts';
import { cartQuery, customerQuery, keepCustomer } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../state/announcements.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/field.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { formOf, newAddress } from '../address/address-values.ts';
import { useAddressForm } from '../address/use-address-form.ts';
import { type SavedAddress, savedAddresses } from '../checkout/shipping.ts';
import { AccountPage } from './account-page.tsx';
import { withAdded, withChanged } from './address-book.ts';
import { QueryState } from './query-state.tsx';

const BACK = '/account/addressinformation';

/** AC-26..AC-34; with ?id= the saved address of that id is changed. */
export default function AddAddress() {
  const id = Number(useSearchParams()[0].get('id')) || null;
  return (
    <AccountPage title={id === null ? 'Add New Address' : 'Edit Address'}>
      <Loaded id={id} />
    </AccountPage>
  );
}

function Loaded({ id }: { id: number | null }) {
  const query = useQuery(customerQuery);
  return (
    <QueryState query={query} skeletons={1}>
      {(customer) => {
        const saved = savedAddresses(customer).find((address) => address.id === id) ?? null;
        return <AddressForm key={saved?.id ?? 0} customer={customer} saved={saved} />;
      }}
    </QueryState>
  );
}

function AddressForm({ customer, saved }: { customer: Customer; saved: SavedAddress | null }) {
  const navigate = useNavigate();
  const initial = saved ? formOf(saved) : { fullname: customer.fullname, mobile: customer.mobile };
  const address = useAddressForm({ initial, detailed: saved !== null });
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  /** ST-113, ST-114. */
  async function save() {
    const typed = address.check() ? newAddress(address.form) : null;
    if (!typed) {
      focusFirstError(form.current);
      return;
    }
    setBusy(true);
    try {
      const before = customer.addresses;
      const addresses = saved ? withChanged(before, saved.id, typed) : withAdded(before, typed);
      const changed = await api('PUT customers/me', { body: { customer: { addresses } } });
      await keepCustomer(changed);
      announce('Address saved');
      // The cart holds a copy of the customer; it is fetched again where it is next shown.
      await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
      await navigate(BACK);
    } catch (error) {
      setBusy(false);
      showProblem(error);
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void save();
  }
  return (
    <form ref={form} noValidate aria-label="Address" onSubmit={submit} className="max-w-xl">
      <AddressFields address={address} />
      <ActionBar>
        <LinkButton to={BACK} look="plain">
          Cancel
        </LinkButton>
        <Button type="submit" busy={busy}>
          Save Address
        </Button>
      </ActionBar>
    </form>
  );
}
