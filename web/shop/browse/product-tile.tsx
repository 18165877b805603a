import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import type { TileProduct } from '#contract/catalogue.ts';
import { tilePriceText } from '#contract/rules/money.ts';
import { brand, tileHeight } from '../../brand/brand.ts';
import { useCurrencyView } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { useTileAction } from './tile-action.ts';

/** BR-13..BR-21. `first`: stands in the first view, so its picture loads at once. */
export function ProductTile({ product, first = false }: { product: TileProduct; first?: boolean }) {
  const nameId = useId();
  const to = `/product/${product.id}`;
  const leaving = useViewTransitionState(to);
  const price = tilePriceText(product, useCurrencyView());
  return (
    <article
      aria-labelledby={nameId}
      className="@container group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-shadow duration-200 hover:shadow-float"
    >
      <Link to={to} viewTransition prefetch="intent" className="flex grow flex-col outline-offset-[-3px]">
        <span className="block overflow-hidden">
          <Picture
            picture={product.picture}
            alt=""
            sizes={brand.tiles.sizes}
            ratio={tileHeight(product.is_giftcard)}
            first={first}
            className="transition-transform duration-250 group-hover:scale-[1.02]"
            style={leaving ? { viewTransitionName: 'product-picture' } : {}}
          />
        </span>
        <span className="flex grow flex-col gap-0.5 px-3 pt-3 @xs:px-4">
          <span id={nameId} className="line-clamp-2 text-15 font-semibold @xs:text-17">
            {product.name}
          </span>
          {product.seller_name && <span className="truncate text-13 text-muted">{product.seller_name}</span>}
        </span>
      </Link>
      <div className="flex flex-col gap-2.5 p-3 pt-2 @xs:flex-row @xs:items-center @xs:justify-between @xs:p-4 @xs:pt-3">
        <Price text={price} />
        <TileButton product={product} nameId={nameId} />
      </div>
    </article>
  );
}

function TileButton({ product, nameId }: { product: TileProduct; nameId: string }) {
  const { busy, press } = useTileAction(product);
  if (product.qty <= 0) {
    return (
      <Button look="plain" disabled className="px-3! text-15!">
        Out of Stock
      </Button>
    );
  }
  return (
    <Button
      look={product.is_giftcard ? 'primary' : 'plain'}
      busy={busy}
      onClick={press}
      aria-describedby={nameId}
      className="px-4! text-15!"
    >
      {product.is_giftcard ? 'Buy Now' : 'Add To Cart'}
    </Button>
  );
}
