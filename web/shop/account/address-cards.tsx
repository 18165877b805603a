import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { AddressBlock } from '../address/address-block.tsx';
import type { SavedAddress } from '../checkout/shipping.ts';
import type { AddressBook } from './address-book.ts';

type AddressCardProps = {
  address: SavedAddress | null;
  title?: string;
  badges?: readonly string[];
  children?: ReactNode;
};

/** One address with what can be done with it; a title when it is a default one, badges where it stands among all. */
export function AddressCard({ address, title, badges = [], children }: AddressCardProps) {
  return (
    <section aria-label={title} className="flex flex-col rounded-card border border-line bg-surface p-5 wrap-anywhere">
      {title && <h2 className="mb-2 text-17">{title}</h2>}
      {address ? (
        <AddressBlock address={address} />
      ) : (
        <p className="text-15 text-muted">
          <Trans>None yet</Trans>
        </p>
      )}
      {badges.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-2">
          {badges.map((badge) => (
            <span
              key={badge}
              className="inline-flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-2.5 pl-1.5 text-13 font-semibold"
            >
              <Icon name="check" className="size-4 text-good" />
              {badge}
            </span>
          ))}
        </p>
      )}
      {children && <div className="mt-auto -mb-2 flex flex-wrap gap-x-2 pt-3">{children}</div>}
    </section>
  );
}

type AllAddressesProps = { book: AddressBook; actions?: (address: SavedAddress) => ReactNode };

/** AC-07, AC-17: every shipping address. */
export function AllAddresses({ book, actions }: AllAddressesProps) {
  const { t } = useLingui();
  const { addresses: all, default_billing_address: billing, default_shipping_address: shipping } = book;
  return (
    <section aria-labelledby="all-addresses" className="mt-8">
      <h2 id="all-addresses" className="text-20">
        <Trans>Shipping addresses</Trans>
      </h2>
      {all.length === 0 && (
        <p className="mt-2 text-15 text-muted">
          <Trans>No addresses yet</Trans>
        </p>
      )}
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {all.map((address) => (
          <li key={address.id} className="grid">
            <AddressCard
              address={address}
              badges={[
                ...(address.id === billing?.id ? [t`Default billing`] : []),
                ...(address.id === shipping?.id ? [t`Default shipping`] : []),
              ]}
            >
              {actions?.(address)}
            </AddressCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
