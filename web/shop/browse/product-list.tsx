import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ListWish } from '#contract/listing.ts';
import { ActiveFilters } from './active-filters.tsx';
import { type FeedOf, facetsQuery, feedKey } from './feed.ts';
import { FilterForm } from './filter-form.tsx';
import type { LoadedList } from './list-loader.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { chosenFilters, searchWith } from './list-wish.ts';
import { NothingLeft } from './no-tiles.tsx';
import { OtherTiles } from './other-tiles.tsx';
import { ProductFeed } from './product-feed.tsx';

type ProductListProps = {
  of: FeedOf;
  /** The server's, on the first view of a page. */
  loaded?: LoadedList | null | undefined;
  /** Shown in place of tiles when the list has none even without filters. */
  empty?: ReactNode;
  /** Stands across the list after the first tiles. */
  inset?: ReactNode;
};

/** Tiles with what they can be narrowed to: beside them on wide screens, in a sheet on phones. The state is the address. */
export function ProductList({ of, loaded, empty, inset }: ProductListProps) {
  const key = feedKey(of);
  const fresh = loaded?.feed === key ? loaded : undefined;
  const { data: facets, isPlaceholderData } = useQuery({
    ...facetsQuery(of),
    ...(fresh ? { initialData: fresh.facets } : {}),
  });
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const change = (wish: ListWish): void => void navigate({ search: searchWith(params, wish) });
  const narrowed = chosenFilters(of.wish).length > 0;
  const none = !isPlaceholderData && facets?.total === 0;
  // What has nothing in it cannot be narrowed or sorted.
  const bare = none && !narrowed;
  return (
    <div className={bare ? '' : 'lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8'}>
      {!bare && (
        <aside
          aria-labelledby="filters"
          className="hidden self-start overflow-y-auto overscroll-contain pb-6 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:block lg:max-h-[calc(100dvh-var(--header-height)-1rem)]"
        >
          <FilterForm headingId="filters" facets={facets} wish={of.wish} onWish={change} />
        </aside>
      )}
      <div key="list" className="min-w-0">
        <ListToolbar of={of} total={facets?.total} bare={bare} onWish={change} />
        <ActiveFilters wish={of.wish} facets={facets} onWish={change} />
        <ProductFeed
          key={key}
          of={of}
          firstPage={fresh?.firstPage}
          inset={inset}
          empty={narrowed ? <NothingLeft onClear={() => change({})} /> : empty}
        />
        {none && <OtherTiles than={of} firstPage={fresh?.others} besideFilters={narrowed} />}
      </div>
    </div>
  );
}
