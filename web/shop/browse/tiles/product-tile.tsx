import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { tilePriceText } from '#contract/rules/money/money.ts';
import { type brand, tileHeight } from '#web/shared/brand/brand.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { useCurrencyView } from '../../session/session.ts';
import type { Tile } from '../feed/feed.ts';
import { useTileAction } from './tile-action.ts';

type Where = (typeof brand.tiles.counts)[number]['breakpoint'];

type ProductTileProps = {
  product: Tile;
  sizes: string;
  first?: boolean;
  tall?: boolean;
  end?: { grown: Where[]; across: boolean } | undefined;
};

const stageGrown: Record<Where, string> = {
  sm: 'sm:flex sm:grow sm:items-center sm:p-[9%] sm:[&+span]:grow-0 sm:[&_img]:rounded-card sm:[&_img]:shadow-float',
  'sm:max-xl':
    'sm:max-xl:flex sm:max-xl:grow sm:max-xl:items-center sm:max-xl:p-[9%] sm:max-xl:[&+span]:grow-0 sm:max-xl:[&_img]:rounded-card sm:max-xl:[&_img]:shadow-float',
  xl: 'xl:flex xl:grow xl:items-center xl:p-[9%] xl:[&+span]:grow-0 xl:[&_img]:rounded-card xl:[&_img]:shadow-float',
};
const pictureAcross = 'max-sm:aspect-[1/0.62]! max-sm:object-[50%_70%]';

/**
 * `first` loads the picture immediately. `tall` makes the tile as high as two tiles from tablets up, with more text.
 * `end` closes gaps at the end of the list.
 */
export function ProductTile({ product, sizes, first = false, tall = false, end }: ProductTileProps) {
  const nameId = useId();
  const to = `/product/${product.id}`;
  const leaving = useViewTransitionState(to);
  const price = tilePriceText(product, useCurrencyView());
  return (
    <article aria-labelledby={nameId} className="tile">
      <Link to={to} viewTransition prefetch="intent" discover="none">
        <span
          className={classes(...(end?.grown ?? []).map((place) => stageGrown[place])) || undefined}
          style={end?.grown.length ? stageStyle(product) : {}}
        >
          <Picture
            picture={product.picture}
            alt=""
            sizes={sizes}
            ratio={tileHeight(product.is_giftcard)}
            first={first}
            {...(end?.across ? { className: pictureAcross } : {})}
            style={leaving ? { viewTransitionName: 'product-picture' } : {}}
          />
        </span>
        <span className="tile-words">
          <span id={nameId}>{product.name}</span>
          {product.seller_name && !product.name.includes(product.seller_name) && (
            <span className="tile-seller">{product.seller_name}</span>
          )}
          {tall && product.short_desc && (
            <span className="mt-1.5 line-clamp-3 text-15 text-muted max-sm:hidden">{product.short_desc}</span>
          )}
        </span>
      </Link>
      <div>
        <Price text={price} />
        <TileButton product={product} nameId={nameId} />
      </div>
    </article>
  );
}

const stageStyle = ({ picture }: Tile) => ({
  backgroundColor: `color-mix(in oklab, ${picture.ground} 30%, var(--sunken))`,
});

function TileButton({ product, nameId }: { product: Tile; nameId: string }) {
  const { busy, press } = useTileAction(product);
  if (product.qty <= 0) {
    return (
      <Button variant="plain" disabled className="px-3! text-15!">
        <Trans>Out of Stock</Trans>
      </Button>
    );
  }
  return (
    <Button
      variant={product.is_giftcard ? 'primary' : 'plain'}
      busy={busy}
      onClick={press}
      aria-describedby={nameId}
      className="btn-small"
    >
      {product.is_giftcard ? <Trans>Buy Now</Trans> : <Trans>Add To Cart</Trans>}
    </Button>
  );
}
