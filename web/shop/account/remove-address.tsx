import { useState } from 'react';
import type { Customer } from '#contract/shapes.ts';
import { api } from '../../api/client.ts';
import { showProblem } from '../../api/problems.ts';
import { cartQuery, keepCustomer } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../state/announcements.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet, SheetTitle } from '../../ui/sheet.tsx';
import { AddressBlock } from '../address/address-block.tsx';
import type { SavedAddress } from '../checkout/shipping.ts';
import { without } from './address-book.ts';

type RemoveAddressProps = { customer: Customer; address: SavedAddress; onClose: () => void };

/** Asks before an address leaves the address book (decisions 0, address book). */
export function RemoveAddress({ customer, address, onClose }: RemoveAddressProps) {
  const [busy, setBusy] = useState(false);
  async function remove() {
    setBusy(true);
    try {
      const addresses = without(customer.addresses, address.id);
      const changed = await api('PUT customers/me', { body: { customer: { addresses } } });
      await keepCustomer(changed);
      announce('Address removed');
      onClose();
      await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
    } catch (error) {
      onClose();
      showProblem(error);
    }
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>Remove this address?</SheetTitle>
      <div className="mt-3 rounded-card border border-line p-4 wrap-anywhere">
        <AddressBlock address={address} />
      </div>
      <div className="mt-5 flex flex-col gap-3">
        <Button look="danger" wide busy={busy} onClick={() => void remove()}>
          Remove
        </Button>
        <Button look="plain" wide data-autofocus onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Sheet>
  );
}
