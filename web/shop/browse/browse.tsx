import { useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { api } from '../calls/api.ts';
import { describeProductList } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { lazyComponent } from '../popups/lazy-component.tsx';
import { categoriesQuery, occasionsQuery } from '../queries/catalogue.ts';
import { loadContext } from '../queries/load-context.ts';
import { pageData, usePageData } from '../queries/page-data.ts';
import { queryClient } from '../queries/query-client.ts';
import { useRecentlyViewed } from '../state/recently-viewed.ts';
import { CategoryChips, useCategories } from './category-chips.tsx';
import type { Feed } from './feed/feed.ts';
import { loadList, prefetchList } from './feed/list-loader.ts';
import { parseListQuery } from './feed/list-query.ts';
import { occasionWords } from './filters/occasion-words.ts';
import { ProductList } from './list/product-list.tsx';
import { hasOccasions, OccasionRow } from './occasion-row.tsx';

/** Loaded lazily, because the section is below the fold and only for visitors who have viewed products. */
const RecentlyViewed = lazyComponent(() => import('./rails/recently-viewed.tsx').then((file) => file.RecentlyViewed));

const parseFeed = (params: URLSearchParams): Feed => ({ kind: 'browse', listQuery: parseListQuery(params) });

export async function loader({ context, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const feed = parseFeed(new URL(request.url).searchParams);
  const [list, categories, occasions] = await Promise.all([
    loadList(feed, options),
    api('GET mobiledigital/categories', {}, options),
    hasOccasions(feed.listQuery) ? api('GET mobiledigital/occasions', {}, options) : null,
  ]);
  return pageData({ list, categories: categories.data, occasions: occasions?.data });
}

export function clientLoader({ request }: LoaderFunctionArgs) {
  const feed = parseFeed(new URL(request.url).searchParams);
  prefetchList(feed);
  if (hasOccasions(feed.listQuery)) void queryClient().prefetchQuery(occasionsQuery);
  void queryClient().prefetchQuery(categoriesQuery);
  return null;
}

export default function Browse() {
  const { i18n, t } = useLingui();
  const [params] = useSearchParams();
  const loaded = usePageData<typeof loader>();
  const viewed = useRecentlyViewed(({ ids }) => ids.length > 0);
  const categories = useCategories(loaded?.categories);
  const feed = parseFeed(params);
  const { occasion } = feed.listQuery;
  const heading = i18n._(occasion ? occasionWords[occasion] : brand.browseTitle);
  const intro = occasion ? t`Gift cards with designs for the occasion.` : i18n._(brand.browseIntro);
  return (
    <div className="page">
      <PageHead
        title={`${heading} | ${brand.title}`}
        description={occasion ? `${heading}. ${intro}` : intro}
        search={occasion && `?occasion=${occasion}`}
        about={(toUrl) => describeProductList(toUrl, loaded?.list.firstPage ?? [])}
      />
      <div className="pt-6 pb-4 sm:pt-10">
        <h1 className="text-32">{heading}</h1>
        <p className="mt-1 max-w-2xl text-17 text-muted">{intro}</p>
      </div>
      {hasOccasions(feed.listQuery) && <OccasionRow initial={loaded?.occasions} />}
      <div className="pb-5">
        <CategoryChips label={t`Categories`} categories={categories} />
      </div>
      <ProductList feed={feed} loaded={loaded?.list} inset={viewed && <RecentlyViewed />} />
    </div>
  );
}
