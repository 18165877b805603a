import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Product, Variant } from '#contract/catalogue.ts';
import { priceText, tilePriceText } from '#contract/rules/money/money.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Price } from '#web/ui/price.tsx';
import { useCurrencyView } from '../session/session.ts';
import { isGone } from './choose/sold-out.tsx';

const FEW = 3;

type HeadProps = { product: Product; variant: Variant | undefined };

export function ProductHead({ product, variant }: HeadProps) {
  return (
    <div className="pt-5 sm:pt-0">
      <h1 className="text-25 sm:text-32">{product.name}</h1>
      <p className="mt-1 text-15 text-muted">{product.short_desc}</p>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <ProductPrice product={product} variant={variant} />
        {!product.is_giftcard && <Stock qty={variant?.qty ?? product.qty} />}
      </div>
    </div>
  );
}

export function ProductPrice({ product, variant, size = 'large' }: HeadProps & { size?: 'medium' | 'large' }) {
  const view = useCurrencyView();
  return <Price text={variant ? priceText(variant.price, view) : tilePriceText(product, view)} size={size} />;
}

export function Sku({ product, variant }: HeadProps) {
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 text-13 text-muted">
      <span>{`SKU ${variant?.sku ?? product.sku}`}</span>
      {product.is_giftcard && <span>{isGone(product) ? <Trans>Out of Stock</Trans> : <Trans>In Stock</Trans>}</span>}
    </p>
  );
}

function Stock({ qty }: { qty: number }) {
  const { t } = useLingui();
  const isInStock = qty > 0;
  return (
    <p className={classes('flex items-center gap-1 text-15 font-semibold', isInStock ? 'text-good' : 'text-bad')}>
      <Icon name={isInStock ? 'check' : 'close'} className="size-5" />
      {isInStock ? <Trans>In Stock</Trans> : <Trans>Out of Stock</Trans>}
      {isInStock && qty <= FEW && (
        <span className="font-normal text-muted">
          {t({ message: plural(qty, { one: 'last one', other: 'only # left' }) })}
        </span>
      )}
    </p>
  );
}
