import { Trans } from '@lingui/react/macro';
import type { Product } from '#contract/catalogue.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { sellerPath } from '../../state/sellers.ts';
import { toAmountLimits } from './create-gift-card.ts';

export function isGone(product: Product): boolean {
  return (
    product.qty <= 0 && toAmountLimits(product) === null && product.configurable_products.every(({ qty }) => qty <= 0)
  );
}

export function SoldOut({ product }: { product: Product }) {
  const seller = product.seller.name;
  return (
    <section aria-labelledby="sold-out" className="rounded-card bg-sunken p-4">
      <h2 id="sold-out" className="text-20">
        {product.is_giftcard ? <Trans>Not sold at the moment</Trans> : <Trans>Sold out for now</Trans>}
      </h2>
      <p className="mt-0.5 text-15 text-muted">
        <Trans>It may be back soon. {seller} has more to choose from.</Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5 *:grow">
        <LinkButton to={sellerPath(product.seller)} className="text-15!">
          <Trans>More from {seller}</Trans>
        </LinkButton>
        <LinkButton to="/browse" variant="plain" className="text-15!">
          <Translated message={brand.browseTitle} />
        </LinkButton>
      </div>
    </section>
  );
}
