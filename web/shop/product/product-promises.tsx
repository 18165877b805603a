import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Product, Seller } from '#contract/catalogue.ts';
import { MIN_VALIDITY_MONTHS } from '#contract/rules/gift-card/card-expiry.ts';
import { SellerPicture } from '#web/shared/seller-picture/seller-picture.tsx';
import { Icon, type IconName } from '#web/ui/icons.tsx';
import { SellerContact } from '../seller/contact-list.tsx';
import { sellerPath } from '../state/sellers.ts';

export function ProductPromises({ product }: { product: Product }) {
  return (
    <div className="mt-6 space-y-5">
      {product.is_giftcard && <GiftCardPromises months={product.card_validity_months} />}
      <SellerLine seller={product.seller} isGiftCard={product.is_giftcard} />
      <SellerContact name={product.seller.name} contact={product.seller.contact} />
    </div>
  );
}

const promises: { icon: IconName; words: MessageDescriptor }[] = [
  { icon: 'phone', words: msg`Lands on their phone as a picture message and a text` },
  { icon: 'calendar', words: msg`Goes out straight away, or on the day you choose` },
];

/** The law requires at least three years, so 36 months are shown as "at least 3 years". */
function validityMessage(months: number): MessageDescriptor {
  if (months === MIN_VALIDITY_MONTHS) return msg`Good for at least 3 years from the day it arrives`;
  const years = months / 12;
  return Number.isInteger(years)
    ? msg`Good for ${years} years from the day it arrives`
    : msg`Good for ${months} months from the day it arrives`;
}

function GiftCardPromises({ months = MIN_VALIDITY_MONTHS }: { months: number | undefined }) {
  const { i18n } = useLingui();
  return (
    <ul className="space-y-3 text-15">
      {[...promises, { icon: 'shield', words: validityMessage(months) } as const].map(({ icon, words }) => (
        <li key={icon} className="flex items-center gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
            <Icon name={icon} className="size-5" />
          </span>
          {i18n._(words)}
        </li>
      ))}
    </ul>
  );
}

function SellerLine({ seller, isGiftCard }: { seller: Seller; isGiftCard: boolean }) {
  const { name } = seller;
  const { address } = seller.contact;
  return (
    <Link
      prefetch="intent"
      to={sellerPath(seller)}
      className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface p-2 pr-3 text-15 transition-colors hover:bg-sunken"
    >
      <span className="block w-11 shrink-0 overflow-hidden rounded-control">
        <SellerPicture seller={seller} part="logo" alt="" sizes="44px" ratio={1} />
      </span>
      <span className="min-w-0 grow">
        {isGiftCard ? (
          <Trans>
            <span className="block text-13 text-muted">Spend it at</span>{' '}
            <span className="block font-semibold wrap-anywhere">{name}</span>
          </Trans>
        ) : (
          <Trans>
            <span className="block text-13 text-muted">Sold by</span>{' '}
            <span className="block font-semibold wrap-anywhere">{name}</span>
          </Trans>
        )}
        {isGiftCard && address && <span className="block text-13 text-muted wrap-anywhere">{address}</span>}
      </span>
      <Icon name="forward" className="size-5 text-muted" />
    </Link>
  );
}
