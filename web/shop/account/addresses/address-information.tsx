import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { formatPlaceLine } from '../../address/address-text.ts';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { customerQuery } from '../../queries/customer.ts';
import { CardOutline } from '../cards/saved-card-tile.tsx';
import { AccountPage } from '../page/account-page.tsx';
import { EmptyUnlessHidden } from '../page/empty-unless-hidden.tsx';
import { QueryState } from '../page/query-state.tsx';
import { ADDRESS_COLUMNS, AddressesWaiting } from '../page/skeletons.tsx';
import { type AddressBook, type AddressUse, addressBook } from './address-book.ts';
import { AddressCards } from './address-cards.tsx';
import { DefaultAddressSheet } from './default-address-sheet.tsx';
import { RemoveAddress } from './remove-address.tsx';

const USES: readonly AddressUse[] = ['billing', 'shipping'];

export default function AddressInformation() {
  const { t } = useLingui();
  const add = (
    <LinkButton to="/account/addaddress" variant="plain">
      <Icon name="plus" className="size-5" />
      <Trans>Add New Address</Trans>
    </LinkButton>
  );
  return (
    <AccountPage title={t`Address Information`} aside={add} waiting={<AddressesWaiting />}>
      <Book />
    </AccountPage>
  );
}

function Book() {
  return (
    <QueryState query={useQuery(customerQuery)} waiting={<AddressesWaiting />}>
      {(customer) => <Addresses book={addressBook(customer)} />}
    </QueryState>
  );
}

function Addresses({ book }: { book: AddressBook }) {
  const [picking, pick] = useState<AddressUse | null>(null);
  const [removing, remove] = useState<SavedAddress | null>(null);
  const { addresses: all, default_billing_address: billing, default_shipping_address: shipping } = book;
  const withoutDefault = USES.filter((use) => (use === 'billing' ? billing : shipping) === null);
  return (
    <div tabIndex={-1}>
      {all.length === 0 ? (
        <EmptyUnlessHidden>
          <NoAddresses />
        </EmptyUnlessHidden>
      ) : (
        <AddressCards
          book={book}
          className={ADDRESS_COLUMNS}
          actions={(address, uses) => (
            <>
              <Edit address={address} />
              <Remove address={address} onRemove={remove} />
              {uses.map((use) => (
                <Pick key={use} use={use} onPick={pick} />
              ))}
            </>
          )}
        />
      )}
      {all.length > 0 && withoutDefault.length > 0 && (
        <div className="mt-4 -ml-3 flex flex-wrap gap-x-2">
          {withoutDefault.map((use) => (
            <Pick key={use} use={use} first onPick={pick} />
          ))}
        </div>
      )}
      {picking && (
        <DefaultAddressSheet
          use={picking}
          addresses={all}
          current={picking === 'billing' ? billing : shipping}
          onClose={() => pick(null)}
        />
      )}
      {removing && <RemoveAddress address={removing} onClose={() => remove(null)} />}
    </div>
  );
}

function Edit({ address }: { address: SavedAddress }) {
  const { t } = useLingui();
  const place = formatPlaceLine(address);
  return (
    <LinkButton
      to={`/account/addaddress?id=${address.id}`}
      variant="quiet"
      aria-label={t`Edit ${place}`}
      className="px-3! text-15!"
    >
      <Trans>Edit</Trans>
    </LinkButton>
  );
}

function Remove({ address, onRemove }: { address: SavedAddress; onRemove: (address: SavedAddress) => void }) {
  const { t } = useLingui();
  const place = formatPlaceLine(address);
  return (
    <Button
      variant="quiet"
      className="px-3! text-15! text-muted!"
      aria-haspopup="dialog"
      aria-label={t`Remove ${place}`}
      onClick={() => onRemove(address)}
    >
      <Trans>Remove</Trans>
    </Button>
  );
}

type PickProps = { use: AddressUse; first?: boolean; onPick: (use: AddressUse) => void };

function Pick({ use, first = false, onPick }: PickProps) {
  const { i18n } = useLingui();
  const { text, name } = (first ? chooseTexts : changeTexts)[use];
  return (
    <Button
      variant="quiet"
      className="px-3! text-left text-15!"
      aria-haspopup="dialog"
      aria-label={i18n._(name)}
      onClick={() => onPick(use)}
    >
      {i18n._(text)}
    </Button>
  );
}

const changeTexts = {
  billing: { text: msg`Change default billing`, name: msg`Change default billing address` },
  shipping: { text: msg`Change default shipping`, name: msg`Change default shipping address` },
};
const chooseTexts = {
  billing: { text: msg`Choose default billing`, name: msg`Choose default billing address` },
  shipping: { text: msg`Choose default shipping`, name: msg`Choose default shipping address` },
};

function NoAddresses() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={
        <CardOutline>
          <Icon name="home" className="size-16" />
        </CardOutline>
      }
      title={t`No addresses yet`}
      text={t`Save one for deliveries and bills.`}
    >
      <LinkButton to="/account/addaddress">
        <Trans>Add an address</Trans>
      </LinkButton>
    </EmptyState>
  );
}
