import { useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { api } from '../api/client.ts';
import { brand } from '../brand/brand.ts';
import { productList } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { Translated } from '../languages/translated.tsx';
import { categoriesQuery } from '../queries/catalogue.ts';
import { loadContext } from '../queries/load-context.ts';
import { queryClient } from '../queries/query-client.ts';
import { useRecentlyViewed } from '../state/recently-viewed.ts';
import { CategoryChips, useCategories } from './category-chips.tsx';
import type { Feed } from './feed/feed.ts';
import { loadList, prefetchList } from './feed/list-loader.ts';
import { listQueryOf } from './feed/list-query.ts';
import { ProductList } from './list/product-list.tsx';
import { RecentlyViewed } from './tiles/recently-viewed.tsx';

const feedOf = (params: URLSearchParams): Feed => ({ kind: 'browse', listQuery: listQueryOf(params) });

/** The first view comes with the page. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const [list, categories] = await Promise.all([
    loadList(feedOf(new URL(request.url).searchParams), options),
    api('GET mobiledigital/categories', {}, options),
  ]);
  return { list, categories: categories.data };
}

/** In the browser the screen shows at once, with skeletons where nothing is known yet, while this is under way. */
export function clientLoader({ request }: LoaderFunctionArgs) {
  prefetchList(feedOf(new URL(request.url).searchParams));
  void queryClient().prefetchQuery(categoriesQuery);
  return null;
}

export default function Browse() {
  const { i18n, t } = useLingui();
  const [params] = useSearchParams();
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const viewed = useRecentlyViewed(({ ids }) => ids.length > 0);
  const categories = useCategories(loaded?.categories);
  return (
    <div className="page">
      <PageHead
        title={`${i18n._(brand.browseTitle)} | ${brand.title}`}
        description={i18n._(brand.browseIntro)}
        about={(at) => productList(at, loaded?.list.firstPage ?? [])}
      />
      <div className="pt-6 pb-4 sm:pt-10">
        <h1 className="text-32">
          <Translated message={brand.browseTitle} />
        </h1>
        <p className="mt-1 max-w-2xl text-17 text-muted">
          <Translated message={brand.browseIntro} />
        </p>
      </div>
      <div className="pb-5">
        <CategoryChips label={t`Categories`} categories={categories} />
      </div>
      <ProductList feed={feedOf(params)} loaded={loaded?.list} inset={viewed && <RecentlyViewed />} />
    </div>
  );
}
