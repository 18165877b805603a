import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AddressBlock } from '../../address/address-block.tsx';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import type { AddressBook, AddressUse } from './address-book.ts';

type AddressCardProps = {
  address: SavedAddress | null;
  title?: string;
  icon?: IconName;
  badges?: readonly string[];
  children?: ReactNode;
  className?: string;
};

const CARD = 'flex flex-col rounded-card border border-line bg-surface p-5 wrap-anywhere';

/** One address with what can be done with it; a title when it is a default one, badges where it stands among all. */
function AddressCard({ address, title, icon, badges = [], children, className }: AddressCardProps) {
  return (
    <section aria-label={title} className={classes(CARD, className)}>
      {title && (
        <h2 className="mb-2 flex items-center gap-2 text-17">
          {icon && <Icon name={icon} className="size-5 text-accent" />}
          {title}
        </h2>
      )}
      <div className="min-w-0">
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
      </div>
      {children && <div className="mt-auto -mb-2 flex flex-wrap gap-x-2 pt-3">{children}</div>}
    </section>
  );
}

type DefaultAddressesProps = {
  book: AddressBook;
  actions?: (address: SavedAddress | null, use: AddressUse) => ReactNode;
};

/** Where bills and where parcels go. */
export function DefaultAddresses({ book, actions }: DefaultAddressesProps) {
  const { t } = useLingui();
  const { default_billing_address: billing, default_shipping_address: shipping } = book;
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
      <AddressCard title={t`Billing address`} icon="card" address={billing}>
        {actions?.(billing, 'billing')}
      </AddressCard>
      <AddressCard title={t`Default shipping address`} icon="truck" address={shipping}>
        {actions?.(shipping, 'shipping')}
      </AddressCard>
    </div>
  );
}

type AllAddressesProps = { book: AddressBook; actions?: (address: SavedAddress) => ReactNode };

/** Every shipping address; cards, on wide windows the lines of one card beside the defaults. */
export function AllAddresses({ book, actions }: AllAddressesProps) {
  const { t } = useLingui();
  const { addresses: all, default_billing_address: billing, default_shipping_address: shipping } = book;
  return (
    <section
      aria-labelledby="all-addresses"
      className="min-w-0 xl:rounded-card xl:border xl:border-line xl:bg-surface xl:px-6 xl:pt-5 xl:pb-1"
    >
      <h2 id="all-addresses" className="text-20 xl:text-17">
        <Trans>Shipping addresses</Trans>
      </h2>
      {all.length === 0 && (
        <p className="mt-2 text-15 text-muted xl:mb-4">
          <Trans>No addresses yet</Trans>
        </p>
      )}
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 xl:mt-1 xl:block xl:divide-y xl:divide-line">
        {all.map((address) => (
          <li key={address.id} className="grid">
            <AddressCard
              address={address}
              badges={[
                ...(address.id === billing?.id ? [t`Default billing`] : []),
                ...(address.id === shipping?.id ? [t`Default shipping`] : []),
              ]}
              className={LINE}
            >
              {actions?.(address)}
            </AddressCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LINE =
  'xl:flex-row xl:flex-wrap xl:justify-between xl:gap-x-6 xl:rounded-none xl:border-0 xl:bg-transparent xl:px-0 xl:py-4';
