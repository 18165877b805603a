import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Customer } from '#contract/shapes/customer.ts';
import { AddressBlock } from '../../address/address-block.tsx';
import { excludeAddress, type SavedAddress, withAdded } from '../../address/saved-addresses.ts';
import { api } from '../../calls/api.ts';
import { cartQuery } from '../../cart/cart-queries.ts';
import { showError } from '../../errors/show-error.ts';
import { customerQuery, setCachedCustomer } from '../../queries/customer.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { offerUndo, showToast } from '../../state/toasts.ts';
import { RemoveQuestion } from '../page/remove-question.tsx';

type RemoveAddressProps = { address: SavedAddress; onClose: () => void };

export function RemoveAddress({ address, onClose }: RemoveAddressProps) {
  const title = <Trans>Remove this address?</Trans>;
  return (
    <RemoveQuestion title={title} remove={() => removeAddress(address)} onClose={onClose}>
      <div className="mt-3 rounded-card border border-line p-4 wrap-anywhere">
        <AddressBlock address={address} />
      </div>
    </RemoveQuestion>
  );
}

async function removeAddress(address: SavedAddress): Promise<() => Promise<void>> {
  const { mobile } = useSession.getState();
  const changed = await changeBook((present) => excludeAddress(present, address.id));
  return async () => {
    await show(changed);
    offerUndo(t`Address removed`, () => void restoreAddress(address, mobile).catch(showError));
  };
}

/** Restores the address only while the customer who removed it is signed in. */
async function restoreAddress({ id: _gone, ...address }: SavedAddress, mobile: string): Promise<void> {
  if (useSession.getState().mobile !== mobile) return;
  await show(await changeBook((present) => withAdded(present, address)));
  showToast(t`Address is back`);
}

type Addresses = Customer['addresses'];

/** The call replaces the whole list, so reload it first to keep addresses added elsewhere. */
async function changeBook(change: (present: Addresses) => Addresses): Promise<Customer> {
  const present = await queryClient().fetchQuery({ ...customerQuery, staleTime: 0 });
  const body = { customer: { addresses: change(present.addresses) } };
  return withCode(() => api('PUT customers/me', { body }), 'account');
}

async function show(changed: Customer): Promise<void> {
  await setCachedCustomer(changed);
  await queryClient().invalidateQueries({ queryKey: cartQuery.queryKey });
}
