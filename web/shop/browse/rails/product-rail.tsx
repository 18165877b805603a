import { Link } from 'react-router';
import { tilePriceText } from '#contract/rules/money/money.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useCurrencyView } from '../../session/session.ts';
import type { Tile } from '../feed/feed.ts';

const card = 'h-[13.25rem] w-[11rem] shrink-0 overflow-hidden rounded-card border border-line bg-surface';
const RATIO = 0.75;

export function ProductRail({ products, waiting }: { products: readonly Tile[] | undefined; waiting: number }) {
  return (
    <ul className="-mx-(--gutter) mt-1 flex gap-3 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:thin] lg:mx-0 lg:px-1">
      {products
        ? products.map((product) => <RailTile key={product.id} product={product} />)
        : Array.from({ length: waiting }, (_, index) => index).map((index) => <Waiting key={index} />)}
    </ul>
  );
}

function RailTile({ product }: { product: Tile }) {
  const price = tilePriceText(product, useCurrencyView());
  return (
    <li className={card}>
      <Link to={`/product/${product.id}`} viewTransition prefetch="intent" className="block outline-offset-[-3px]">
        {/* Show gift card pictures uncropped, because the seller's mark is at the edge. */}
        <Picture
          picture={product.picture}
          alt=""
          sizes="176px"
          ratio={RATIO}
          {...(product.is_giftcard && { className: 'object-contain' })}
        />
        <span className="block space-y-0.5 p-3 pt-2">
          <span className="line-clamp-2 min-h-11 text-15 font-semibold">{product.name}</span>
          <Price text={price} size="small" className="block truncate" />
        </span>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <li className={card}>
      <Skeleton className="rounded-none" style={{ aspectRatio: `1 / ${RATIO}` }} />
      <span className="block space-y-1 p-3 pt-2">
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-6 w-1/2" />
      </span>
    </li>
  );
}
