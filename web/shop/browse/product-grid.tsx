import type { TileProduct } from '#contract/catalogue.ts';
import { brand, tileHeight } from '../../brand/brand.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProductTile } from './product-tile.tsx';

const grid = classes('grid gap-3 sm:gap-5', brand.tiles.columns);
/** Tiles a phone or a desk shows before any scrolling. */
const FIRST_VIEW = 2;

/** A grid of tiles; also the seller profile's. */
export function ProductGrid({ products }: { products: readonly TileProduct[] }) {
  return (
    <ul className={grid}>
      {products.map((product, at) => (
        <li key={product.id}>
          <ProductTile product={product} first={at < FIRST_VIEW} />
        </li>
      ))}
    </ul>
  );
}

export function GridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div aria-busy="true" className={grid}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <div key={at} className="overflow-hidden rounded-card border border-line bg-surface">
          <Skeleton className="rounded-none" style={{ aspectRatio: `1 / ${tileHeight(brand.id === 'giftcard')}` }} />
          <div className="space-y-2 p-4">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-12 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
