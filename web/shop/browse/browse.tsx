import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { api } from '../../api/client.ts';
import { categoriesQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { loadContext } from '../../load-context.ts';
import { CategoryChips, useCategories } from './category-chips.tsx';
import { type FeedOf, FIRST_PAGE, feedQuery, loadFeedPage } from './feed.ts';
import { ProductFeed } from './product-feed.tsx';

const feed: FeedOf = { kind: 'browse' };

/** The first view comes with the page. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const [firstPage, categories] = await Promise.all([
    loadFeedPage(feed, FIRST_PAGE, options),
    api('GET mobiledigital/categories', {}, options),
  ]);
  return { firstPage, categories: categories.data };
}

/** In the browser the screen shows at once, with skeletons where nothing is known yet, while this is under way. */
export function clientLoader() {
  void queryClient().prefetchInfiniteQuery(feedQuery(feed));
  void queryClient().prefetchQuery(categoriesQuery);
  return null;
}

export default function Browse() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const categories = useCategories(loaded?.categories);
  return (
    <div className="page">
      <title>{`${brand.browseTitle} | ${brand.title}`}</title>
      <meta name="description" content={brand.browseIntro} />
      <div className="pt-6 pb-4 sm:pt-10">
        <h1 className="text-32">{brand.browseTitle}</h1>
        <p className="mt-1 max-w-xl text-17 text-muted">{brand.browseIntro}</p>
      </div>
      <div className="pb-5">
        <CategoryChips label="Categories" categories={categories} />
      </div>
      <ProductFeed of={feed} firstPage={loaded?.firstPage} />
    </div>
  );
}
