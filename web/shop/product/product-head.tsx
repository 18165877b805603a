import { Link } from 'react-router';
import type { Product, Seller, Variant } from '#contract/catalogue.ts';
import { priceText, tilePriceText } from '#contract/rules/money.ts';
import { useCurrencyView } from '../../state/session.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';

const FEW = 3;

type HeadProps = { product: Product; variant: Variant | undefined };

/** PD-02..PD-06: name, price, stock, sku and who sells it; of the variant once it is chosen. */
export function ProductHead({ product, variant }: HeadProps) {
  return (
    <div className="pt-5 sm:pt-0">
      <h1 className="text-32">{product.name}</h1>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <ProductPrice product={product} variant={variant} />
        <Stock qty={variant?.qty ?? product.qty} counted={!product.is_giftcard} />
      </div>
      <p className="mt-1 text-13 text-muted">{`SKU ${variant?.sku ?? product.sku}`}</p>
      <SellerLine seller={product.seller} />
    </div>
  );
}

/** 'From' until the shopper has chosen what a variant costs. */
export function ProductPrice({ product, variant, size = 'large' }: HeadProps & { size?: 'medium' | 'large' }) {
  const view = useCurrencyView();
  return <Price text={variant ? priceText(variant.price, view) : tilePriceText(product, view)} size={size} />;
}

function Stock({ qty, counted }: { qty: number; counted: boolean }) {
  const there = qty > 0;
  return (
    <p className={classes('flex items-center gap-1 text-15 font-semibold', there ? 'text-good' : 'text-bad')}>
      <Icon name={there ? 'check' : 'close'} className="size-5" />
      {there ? 'In Stock' : 'Out of Stock'}
      {there && counted && qty <= FEW && (
        <span className="font-normal text-muted">{qty === 1 ? 'last one' : `only ${qty} left`}</span>
      )}
    </p>
  );
}

function SellerLine({ seller }: { seller: Seller }) {
  return (
    <Link
      to={`/sellerprofile/${seller.shop_url}`}
      className="mt-3 flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface p-2 pr-3 text-15 transition-colors hover:bg-sunken"
    >
      <span className="block w-11 shrink-0 overflow-hidden rounded-control">
        <Picture picture={seller.pictures.logo} alt="" sizes="44px" ratio={1} />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-13 text-muted">Sold by</span>
        <span className="block truncate font-semibold">{seller.name}</span>
      </span>
      <Icon name="forward" className="size-5 text-muted" />
    </Link>
  );
}
