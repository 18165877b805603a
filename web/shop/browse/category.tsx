import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import type { Category } from '#contract/catalogue.ts';
import { api } from '../../api/client.ts';
import { categoriesQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { loadContext } from '../../load-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CategoryChips, useCategories } from './category-chips.tsx';
import { FIRST_PAGE, feedQuery, loadFeedPage } from './feed.ts';
import { pathToCategory } from './find-category.ts';
import { ProductFeed } from './product-feed.tsx';

const feedOf = (id = '') => ({ kind: 'category', id }) as const;

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const [firstPage, categories] = await Promise.all([
    isId(params.id) ? loadFeedPage(feedOf(params.id), FIRST_PAGE, options) : [],
    api('GET mobiledigital/categories', {}, options),
  ]);
  return { id: params.id, firstPage, categories: categories.data };
}

export function clientLoader({ params }: LoaderFunctionArgs) {
  void queryClient().prefetchInfiniteQuery(feedQuery(feedOf(params.id)));
  void queryClient().prefetchQuery(categoriesQuery);
  return null;
}

/** BR-11, BR-12, OQ-050: an unknown category is an empty one. */
export default function CategoryPage() {
  const { id = '' } = useParams();
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const categories = useCategories(loaded?.categories);
  const path = pathToCategory(categories ?? [], Number(id));
  const category = path.at(-1);
  const parent = path.at(-2);
  const near = category?.children.length ? category.children : parent?.children;
  return (
    <div className="page">
      <title>{category ? `${category.value} | ${brand.title}` : brand.title}</title>
      <div className="pt-4 pb-4 sm:pt-8">
        <UpLink to={parent} />
        {categories ? <h1 className="text-32">{category?.value ?? 'Category'}</h1> : <Skeleton className="h-9 w-48" />}
      </div>
      {near && (
        <div className="pb-5">
          <CategoryChips label="Related categories" categories={near} />
        </div>
      )}
      <ProductFeed key={id} of={feedOf(id)} firstPage={loaded?.id === id ? loaded.firstPage : undefined} />
    </div>
  );
}

function UpLink({ to }: { to: Category | undefined }) {
  return (
    <Link
      to={to ? `/category/${to.entity_id}` : '/browse'}
      className="-ml-2 inline-flex min-h-12 items-center gap-1 rounded-control px-2 text-15 text-muted hover:text-ink"
    >
      <Icon name="back" className="size-4" />
      {to?.value ?? 'All'}
    </Link>
  );
}

function isId(id: string | undefined): boolean {
  return id !== undefined && /^\d{1,9}$/.test(id);
}
