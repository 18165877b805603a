import { msg, t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toLocalMobile } from '#contract/rules/customer/mobile.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { AddressFields } from '../../address/address-fields.tsx';
import { emptyAddress, type NewAddress, toAddressForm } from '../../address/address-values.ts';
import { saveAddress } from '../../address/save-address.ts';
import { type SavedAddress, savedAddresses } from '../../address/saved-addresses.ts';
import { useAddressSubmit } from '../../address/use-address-submit.ts';
import { cartQuery } from '../../cart/cart-queries.ts';
import { showError } from '../../errors/show-error.ts';
import { customerQuery } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { useShowPage } from '../../state/route-shown.ts';
import { showToast } from '../../state/toasts.ts';
import { AccountPage } from '../page/account-page.tsx';
import { CardsSkeleton } from '../page/cards-skeleton.tsx';
import { BESIDE_FACTS, type Fact, GoodToKnow } from '../page/good-to-know.tsx';
import { QueryState } from '../page/query-state.tsx';

const facts: Fact[] = [
  { icon: 'truck', words: msg`Parcels go to addresses in Australia.` },
  { icon: 'check', words: msg`Your first address becomes the default for bills and parcels. You can change that.` },
];

const FORM = 'lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-8';
const BACK = '/account/addressinformation';

/** Adds an address, or edits the saved address that `?id=` names. */
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
  const showPage = useShowPage();
  const { form, address, busy, submit, giveUp } = useAddressSubmit({
    draft: saved ? `account-address-${saved.id}` : 'account-address',
    initial: saved
      ? toAddressForm(saved)
      : { ...emptyAddress, fullname: customer.fullname, mobile: toLocalMobile(customer.mobile) },
    onSave: save,
    onSaved: () => showPage(BACK),
  });

  async function save(typed: NewAddress): Promise<boolean> {
    try {
      await withCode(() => saveAddress(saved?.id ?? null, typed), 'account');
      showToast(translate`Address saved`);
      // The cart contains a copy of the customer, which is stale now.
      await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }
  return (
    <div className={BESIDE_FACTS}>
      <form ref={form} noValidate aria-label={t`Address`} onSubmit={submit} className={FORM}>
        <AddressFields address={address} />
        <ActionBar>
          <LinkButton to={BACK} variant="plain" onClick={giveUp}>
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
