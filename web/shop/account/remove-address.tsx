import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { showProblem } from '../../api/problems.ts';
import { cartQuery, customerQuery, keepCustomer } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../state/announcements.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet, SheetTitle } from '../../ui/sheet.tsx';
import { AddressBlock } from '../address/address-block.tsx';
import type { SavedAddress } from '../checkout/shipping.ts';
import { without } from './address-book.ts';

type RemoveAddressProps = { address: SavedAddress; onClose: () => void };

/** Asks before an address leaves the address book (decisions 0, address book). */
export function RemoveAddress({ address, onClose }: RemoveAddressProps) {
  const [busy, setBusy] = useState(false);
  async function remove() {
    setBusy(true);
    try {
      // The call replaces the whole list: what was added elsewhere meanwhile must stay.
      const present = await queryClient().fetchQuery({ ...customerQuery, staleTime: 0 });
      const addresses = without(present.addresses, address.id);
      const changed = await api('PUT customers/me', { body: { customer: { addresses } } });
      onClose();
      await keepCustomer(changed);
      announce(t`Address removed`);
      await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
    } catch (error) {
      onClose();
      showProblem(error);
    }
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Remove this address?</Trans>
      </SheetTitle>
      <div className="mt-3 rounded-card border border-line p-4 wrap-anywhere">
        <AddressBlock address={address} />
      </div>
      <div className="mt-5 flex flex-col gap-3">
        <Button look="danger" wide busy={busy} onClick={() => void remove()}>
          <Trans>Remove</Trans>
        </Button>
        <Button look="plain" wide data-autofocus onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </Sheet>
  );
}
