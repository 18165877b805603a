import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { TileProduct } from '#contract/catalogue.ts';
import { tilePriceText } from '#contract/rules/money/money.ts';
import { productsQuery } from '../../queries/catalogue.ts';
import { useCurrencyView } from '../../session/session.ts';
import { clearViewed, useRecentlyViewed } from '../../state/recently-viewed.ts';
import { Button } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const MOST = 8;
const card = 'h-[13.25rem] w-[11rem] shrink-0 overflow-hidden rounded-card border border-line bg-surface';
const RATIO = 0.75;

/**
 * Products looked at in this browser, the latest first, at most eight; nothing when there are none. `except`: the one
 * on screen.
 */
export function RecentlyViewed({ except }: { except?: number }) {
  const titleId = useId();
  const ids = useRecentlyViewed((state) => state.ids)
    .filter((id) => id !== except)
    .slice(0, MOST);
  const { data, isError } = useQuery({
    ...productsQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (ids.length === 0 || isError || data?.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-20">
          <Trans>Recently viewed</Trans>
        </h2>
        <Button variant="quiet" className="-mr-3 px-3! text-15!" onClick={clearViewed}>
          <Trans>Clear</Trans>
        </Button>
      </div>
      <ul className="-mx-(--gutter) mt-1 flex gap-3 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:thin] lg:mx-0 lg:px-1">
        {data
          ? data.map((product) => <Viewed key={product.id} product={product} />)
          : ids.map((id) => <Waiting key={id} />)}
      </ul>
    </section>
  );
}

function Viewed({ product }: { product: TileProduct }) {
  const price = tilePriceText(product, useCurrencyView());
  return (
    <li className={card}>
      <Link to={`/product/${product.id}`} viewTransition prefetch="intent" className="block outline-offset-[-3px]">
        {/* A gift card's picture is lower and has the seller's mark at its edge: all of it shows, on its own ground. */}
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
