import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerQuery } from '../../api/queries.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { SavedAddress } from '../checkout/shipping.ts';
import { AccountPage } from './account-page.tsx';
import { type AddressUse, addressBook } from './address-book.ts';
import { AddressCard, AllAddresses } from './address-cards.tsx';
import { DefaultAddressSheet } from './default-address-sheet.tsx';
import { QueryState } from './query-state.tsx';
import { RemoveAddress } from './remove-address.tsx';

const small = 'px-3! text-15! -ml-3';

/** AC-15..AC-23. */
export default function AddressInformation() {
  const add = (
    <LinkButton to="/account/addaddress" look="plain">
      <Icon name="plus" className="size-5" />
      Add New Address
    </LinkButton>
  );
  return (
    <AccountPage title="Address Information" aside={add}>
      <Book />
    </AccountPage>
  );
}

function Book() {
  const [picking, pick] = useState<AddressUse | null>(null);
  const [removing, remove] = useState<SavedAddress | null>(null);
  const query = useQuery(customerQuery);
  return (
    <QueryState query={query}>
      {(customer) => {
        const { all, billing, shipping } = addressBook(customer);
        return (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <AddressCard title="Billing address" address={billing}>
                <Edit address={billing} />
                <Pick use="billing" onPick={pick} addresses={all} />
              </AddressCard>
              <AddressCard title="Default shipping address" address={shipping}>
                <Edit address={shipping} />
                <Pick use="shipping" onPick={pick} addresses={all} />
              </AddressCard>
            </div>
            <AllAddresses
              addresses={all}
              actions={(address) => (
                <>
                  <Edit address={address} />
                  <Button look="quiet" className="px-3! text-15! text-muted!" onClick={() => remove(address)}>
                    Remove
                  </Button>
                </>
              )}
            />
            {picking && (
              <DefaultAddressSheet
                use={picking}
                addresses={all}
                current={picking === 'billing' ? billing : shipping}
                onClose={() => pick(null)}
              />
            )}
            {removing && <RemoveAddress customer={customer} address={removing} onClose={() => remove(null)} />}
          </>
        );
      }}
    </QueryState>
  );
}

/** AC-19. */
function Edit({ address }: { address: SavedAddress | null }) {
  if (!address) return null;
  return (
    <LinkButton to={`/account/addaddress?id=${address.id}`} look="quiet" className={small}>
      Edit
    </LinkButton>
  );
}

type PickProps = { use: AddressUse; addresses: readonly SavedAddress[]; onPick: (use: AddressUse) => void };

/** Opens the popup of AC-20 and AC-21. */
function Pick({ use, addresses, onPick }: PickProps) {
  if (addresses.length === 0) return null;
  return (
    <Button
      look="quiet"
      className="px-3! text-15!"
      aria-haspopup="dialog"
      aria-label={`Change default ${use} address`}
      onClick={() => onPick(use)}
    >
      Change default
    </Button>
  );
}
