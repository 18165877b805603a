import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { AddressBlock } from '../../address/address-block.tsx';
import type { SavedAddress } from '../../address/saved-addresses.ts';
import { EmptyUnlessHidden } from '../page/empty-unless-hidden.tsx';
import { type AddressBook, type AddressUse, sortAddressesByUse } from './address-book.ts';

type AddressCardProps = {
  address: SavedAddress;
  title?: string;
  icon?: IconName;
  children?: ReactNode;
};

const CARD = 'flex flex-col rounded-card border border-line bg-surface p-5 wrap-anywhere';

function AddressCard({ address, title, icon, children }: AddressCardProps) {
  return (
    <section aria-label={title} className={CARD}>
      {title && (
        <h3 className="mb-2 flex items-center gap-2 text-17">
          {icon && <Icon name={icon} className="size-5 text-accent" />}
          {title}
        </h3>
      )}
      <div className="min-w-0">
        <AddressBlock address={address} />
      </div>
      {children && <div className="mt-auto -mb-2 -ml-3 flex flex-wrap gap-x-2 pt-3">{children}</div>}
    </section>
  );
}

type AddressCardsProps = {
  book: AddressBook;
  actions?: (address: SavedAddress, uses: readonly AddressUse[]) => ReactNode;
  className?: string;
};

export function AddressCards({ book, actions, className }: AddressCardsProps) {
  const { i18n } = useLingui();
  const entries = sortAddressesByUse(book);
  return (
    <section aria-labelledby="all-addresses" className="min-w-0">
      <h2 id="all-addresses" className="text-20">
        <Trans>Shipping addresses</Trans>
      </h2>
      {entries.length === 0 && (
        <div className="mt-2">
          <EmptyUnlessHidden>
            <p className="text-17 text-muted">
              <Trans>No addresses yet</Trans>
            </p>
          </EmptyUnlessHidden>
        </div>
      )}
      <ul className={classes('mt-3 grid gap-4', className)}>
        {entries.map(({ address, uses }) => {
          const title = titles[uses.join()];
          return (
            <li key={address.id} className="grid">
              <AddressCard
                address={address}
                {...(title ? { title: i18n._(title) } : {})}
                icon={uses.includes('shipping') ? 'truck' : 'card'}
              >
                {actions?.(address, uses)}
              </AddressCard>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const titles: Record<string, MessageDescriptor> = {
  billing: msg`Billing address`,
  shipping: msg`Default shipping address`,
  'billing,shipping': msg`Billing address and default shipping address`,
};
