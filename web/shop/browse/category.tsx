import { Trans, useLingui } from '@lingui/react/macro';
import { data, Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import type { Category } from '#contract/catalogue.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { api } from '../calls/api.ts';
import { categorySteps, describeBreadcrumbs, describeProductList, graph } from '../head/linked-data.ts';
import { PageHead } from '../head/page-head.tsx';
import { lateComponent } from '../popups/late-component.tsx';
import { categoriesQuery } from '../queries/catalogue.ts';
import { loadContext } from '../queries/load-context.ts';
import { pageData, usePageData } from '../queries/page-data.ts';
import { queryClient } from '../queries/query-client.ts';
import { CategoryChips, useCategories } from './category-chips.tsx';
import type { Feed } from './feed/feed.ts';
import { loadList, prefetchList } from './feed/list-loader.ts';
import { parseListQuery } from './feed/list-query.ts';
import { findPathToCategory } from './find-category.ts';
import { ProductList } from './list/product-list.tsx';

const NoCategory = lateComponent(() => import('./list/list-parts.ts').then((parts) => parts.NoCategory));

/** Replaces an invalid id with 0, which no category has. */
function parseFeed(id: string | undefined, params: URLSearchParams): Feed {
  return { kind: 'category', id: isId(id) ? id : '0', listQuery: parseListQuery(params) };
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const [list, categories] = await Promise.all([
    loadList(parseFeed(params.id, new URL(request.url).searchParams), options),
    api('GET mobiledigital/categories', {}, options),
  ]);
  const isKnown = findPathToCategory(categories.data, Number(params.id)).length > 0;
  return data(pageData({ list, categories: categories.data }), { status: isKnown ? 200 : 404 });
}

export function clientLoader({ params, request }: LoaderFunctionArgs) {
  prefetchList(parseFeed(params.id, new URL(request.url).searchParams));
  void queryClient().prefetchQuery(categoriesQuery);
  return null;
}

export default function CategoryPage() {
  const { i18n, t } = useLingui();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const loaded = usePageData<typeof loader>();
  const categories = useCategories(loaded?.categories);
  const path = findPathToCategory(categories ?? [], Number(id));
  const category = path.at(-1);
  const intro = i18n._(brand.browseIntro);
  const parent = path.at(-2);
  const isMissing = categories !== undefined && !category;
  const near = category?.children.length ? category.children : parent?.children;
  return (
    <div className="page">
      <PageHead
        title={category ? `${category.value} | ${brand.title}` : brand.title}
        description={category ? t`${category.value}: ${intro}` : intro}
        about={(toUrl) =>
          graph(
            describeBreadcrumbs(toUrl, [{ name: i18n._(brand.browseTitle), path: '/browse' }, ...categorySteps(path)]),
            describeProductList(toUrl, loaded?.list.firstPage ?? []),
          )
        }
        hidden={isMissing}
      />
      {isMissing ? (
        <div className="pt-4 sm:pt-8">
          <NoCategory />
        </div>
      ) : (
        <>
          <div className="pt-4 pb-4 sm:pt-8">
            <UpLink to={parent} />
            {category ? <h1 className="text-32">{category.value}</h1> : <HeadingToCome />}
          </div>
          {near && (
            <div className="pb-5">
              <CategoryChips label={t`Related categories`} categories={near} />
            </div>
          )}
          <ProductList feed={parseFeed(id, params)} loaded={loaded?.list} />
        </>
      )}
    </div>
  );
}

function HeadingToCome() {
  return (
    <>
      <h1 className="sr-only">
        <Trans>Loading</Trans>
      </h1>
      <Skeleton className="h-9 w-48" />
    </>
  );
}

function UpLink({ to }: { to: Category | undefined }) {
  return (
    <Link
      prefetch="intent"
      to={to ? `/category/${to.entity_id}` : '/browse'}
      className="-ml-2 inline-flex min-h-12 items-center gap-1 rounded-control px-2 text-15 text-muted hover:text-ink"
    >
      <Icon name="back" className="size-4" />
      {to?.value ?? <Trans>All</Trans>}
    </Link>
  );
}

function isId(id: string | undefined): id is string {
  return id !== undefined && /^\d{1,9}$/.test(id);
}
