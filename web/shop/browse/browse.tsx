import { useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { categoriesQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { Said } from '../../languages/said.tsx';
import { loadContext } from '../../load-context.ts';
import { useRecentlyViewed } from '../../state/recently-viewed.ts';
import { productList } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { CategoryChips, useCategories } from './category-chips.tsx';
import type { FeedOf } from './feed.ts';
import { loadList, prefetchList } from './list-loader.ts';
import { wishOf } from './list-wish.ts';
import { ProductList } from './product-list.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

const feedOf = (params: URLSearchParams): FeedOf => ({ kind: 'browse', wish: wishOf(params) });

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
          <Said words={brand.browseTitle} />
        </h1>
        <p className="mt-1 max-w-2xl text-17 text-muted">
          <Said words={brand.browseIntro} />
        </p>
      </div>
      <div className="pb-5">
        <CategoryChips label={t`Categories`} categories={categories} />
      </div>
      <ProductList of={feedOf(params)} loaded={loaded?.list} inset={viewed && <RecentlyViewed />} />
    </div>
  );
}
