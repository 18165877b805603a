import type { ReactNode } from 'react';
import { AddressBlock } from '../address/address-block.tsx';
import type { SavedAddress } from '../checkout/shipping.ts';

type AddressCardProps = { address: SavedAddress | null; title?: string; children?: ReactNode };

/** One address with what can be done with it; a title when it is a default one. */
export function AddressCard({ address, title, children }: AddressCardProps) {
  return (
    <section aria-label={title} className="flex flex-col rounded-card border border-line bg-surface p-5 wrap-anywhere">
      {title && <h2 className="mb-2 text-17">{title}</h2>}
      {address ? <AddressBlock address={address} /> : <p className="text-15 text-muted">None yet</p>}
      {children && <div className="mt-auto -mb-2 flex flex-wrap gap-x-2 pt-2">{children}</div>}
    </section>
  );
}

type AllAddressesProps = { addresses: readonly SavedAddress[]; actions?: (address: SavedAddress) => ReactNode };

/** AC-07, AC-17: every shipping address. */
export function AllAddresses({ addresses, actions }: AllAddressesProps) {
  return (
    <section aria-labelledby="all-addresses" className="mt-8">
      <h2 id="all-addresses" className="text-20">
        Shipping addresses
      </h2>
      {addresses.length === 0 && <p className="mt-2 text-15 text-muted">No addresses yet</p>}
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {addresses.map((address) => (
          <li key={address.id} className="grid">
            <AddressCard address={address}>{actions?.(address)}</AddressCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
