import { useQuery } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { lateComponent } from '../../popups/late-component.tsx';
import { saveLastOccasion } from '../../state/recently-viewed.ts';
import { type Feed, facetsQuery, feedKey } from '../feed/feed.ts';
import type { LoadedList } from '../feed/list-loader.ts';
import { buildSearchString, chosenFilters } from '../feed/list-query.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { ProductFeed } from './product-feed.tsx';

const FilterForm = lateComponent(() => import('./list-parts.ts').then((parts) => parts.FilterForm));
const ActiveFilters = lateComponent(() => import('./list-parts.ts').then((parts) => parts.ActiveFilters));
const OtherTiles = lateComponent(() => import('./list-parts.ts').then((parts) => parts.OtherTiles));
const NothingLeft = lateComponent(() => import('./list-parts.ts').then((parts) => parts.NothingLeft));

type ProductListProps = {
  feed: Feed;
  loaded?: LoadedList | null | undefined;
  empty?: ReactNode;
  inset?: ReactNode;
};

export function ProductList({ feed, loaded, empty, inset }: ProductListProps) {
  const key = feedKey(feed);
  const fresh = loaded?.feed === key ? loaded : undefined;
  const { data: facets, isPlaceholderData } = useQuery({
    ...facetsQuery(feed),
    ...(fresh?.facets ? { initialData: fresh.facets } : {}),
  });
  useEffect(() => saveLastOccasion(feed.listQuery.occasion), [feed.listQuery.occasion]);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // Shows each choice immediately, on top of earlier choices. The URL follows later.
  const [listQuery, showListQuery] = useOptimistic(feed.listQuery);
  const change = (next: ListQuery): void =>
    startTransition(async () => {
      showListQuery(next);
      await navigate({ search: buildSearchString(params, next) });
    });
  const narrowed = chosenFilters(feed.listQuery).length > 0;
  const isEmpty = !isPlaceholderData && facets?.total === 0;
  const bare = isEmpty && !narrowed;
  return (
    <div className={bare ? '' : 'lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8'}>
      {!bare && (
        <aside
          aria-labelledby="filters"
          className="hidden self-start overflow-y-auto overscroll-contain pb-6 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:block lg:max-h-[calc(100dvh-var(--header-height)-1rem)]"
        >
          <FilterForm headingId="filters" facets={facets} listQuery={listQuery} onListQuery={change} />
        </aside>
      )}
      <div key="list" className="min-w-0">
        <ListToolbar feed={{ ...feed, listQuery }} total={facets?.total} bare={bare} onListQuery={change} />
        {chosenFilters(listQuery).length > 0 && (
          <ActiveFilters listQuery={listQuery} facets={facets} onListQuery={change} />
        )}
        <ProductFeed
          key={key}
          feed={feed}
          firstPage={fresh?.firstPage}
          inset={inset}
          empty={narrowed ? <NothingLeft onClear={() => change({})} /> : empty}
        />
        {isEmpty && <OtherTiles than={feed} firstPage={fresh?.others} besideFilters={narrowed} />}
      </div>
    </div>
  );
}
