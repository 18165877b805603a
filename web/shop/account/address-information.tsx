import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerQuery } from '../../api/queries.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { placeOf } from '../address/address-text.ts';
import type { SavedAddress } from '../checkout/shipping.ts';
import { AccountPage } from './account-page.tsx';
import { type AddressBook, type AddressUse, addressBook } from './address-book.ts';
import { AllAddresses, DefaultAddresses } from './address-cards.tsx';
import { DefaultAddressSheet } from './default-address-sheet.tsx';
import { QueryState } from './query-state.tsx';
import { RemoveAddress } from './remove-address.tsx';
import { CardOutline } from './saved-card-tile.tsx';
import { useFocusWhenFewer } from './use-focus-when-fewer.ts';
import { ADDRESS_COLUMNS, AddressesWaiting } from './waiting.tsx';

const small = 'px-3! text-15! -ml-3';

/** AC-15..AC-23. */
export default function AddressInformation() {
  const { t } = useLingui();
  const add = (
    <LinkButton to="/account/addaddress" look="plain">
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
  const part = useFocusWhenFewer<HTMLDivElement>(all.length);
  return (
    <div ref={part} tabIndex={-1}>
      {all.length === 0 ? (
        <NoAddresses />
      ) : (
        <div className={ADDRESS_COLUMNS}>
          <DefaultAddresses
            book={book}
            actions={(address, use) => (
              <>
                <Edit address={address} />
                <Pick use={use} onPick={pick} />
              </>
            )}
          />
          <AllAddresses
            book={book}
            actions={(address) => (
              <>
                <Edit address={address} />
                <Remove address={address} onRemove={remove} />
              </>
            )}
          />
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

/** AC-19. */
function Edit({ address }: { address: SavedAddress | null }) {
  const { t } = useLingui();
  if (!address) return null;
  const place = placeOf(address);
  return (
    <LinkButton
      to={`/account/addaddress?id=${address.id}`}
      look="quiet"
      aria-label={t`Edit ${place}`}
      className={small}
    >
      <Trans>Edit</Trans>
    </LinkButton>
  );
}

function Remove({ address, onRemove }: { address: SavedAddress; onRemove: (address: SavedAddress) => void }) {
  const { t } = useLingui();
  const place = placeOf(address);
  return (
    <Button
      look="quiet"
      className="px-3! text-15! text-muted!"
      aria-haspopup="dialog"
      aria-label={t`Remove ${place}`}
      onClick={() => onRemove(address)}
    >
      <Trans>Remove</Trans>
    </Button>
  );
}

/** Opens the popup of AC-20 and AC-21. */
function Pick({ use, onPick }: { use: AddressUse; onPick: (use: AddressUse) => void }) {
  const { t } = useLingui();
  return (
    <Button
      look="quiet"
      className="px-3! text-15!"
      aria-haspopup="dialog"
      aria-label={use === 'billing' ? t`Change default billing address` : t`Change default shipping address`}
      onClick={() => onPick(use)}
    >
      <Trans>Change default</Trans>
    </Button>
  );
}

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
      text={t`Save one, and parcels and bills know where to go.`}
    >
      <LinkButton to="/account/addaddress">
        <Trans>Add an address</Trans>
      </LinkButton>
    </EmptyState>
  );
}
