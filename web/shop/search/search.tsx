import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Form, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import type { Category } from '#contract/catalogue.ts';
import { SEARCH_LETTERS } from '#contract/rules/listing.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx';
import { controlClasses } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { CategoryChips, useCategories } from '../browse/category-chips.tsx';
import {
  type Feed,
  FIRST_PAGE,
  feedKey,
  interpretedSearchQuery,
  loadSearchPage,
  toFeedTile,
} from '../browse/feed/feed.ts';
import { type LoadedList, loadOthers, prefetchList, tryLoadFacets } from '../browse/feed/list-loader.ts';
import { parseListQuery } from '../browse/feed/list-query.ts';
import { ProductList } from '../browse/list/product-list.tsx';
import { RecentlyViewed } from '../browse/rails/recently-viewed.tsx';
import { EmptyBanner } from '../browse/tiles/empty-banner.tsx';
import { api } from '../calls/api.ts';
import { PageHead } from '../head/page-head.tsx';
import { categoriesQuery } from '../queries/catalogue.ts';
import { loadContext } from '../queries/load-context.ts';
import { pageData, usePageData } from '../queries/page-data.ts';
import { queryClient } from '../queries/query-client.ts';
import { tidySearch } from './suggestions.ts';

type SearchFeed = Feed & { kind: 'search' };

function parseFeed(params: URLSearchParams): SearchFeed {
  return { kind: 'search', q: tidySearch(params.get('q') ?? ''), listQuery: parseListQuery(params) };
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const options = { fetch: context.get(loadContext).fetch, signal: request.signal };
  const feed = parseFeed(new URL(request.url).searchParams);
  const [results, categories] = await Promise.all([
    feed.q === '' ? null : loadResults(feed, options),
    api('GET mobiledigital/categories', {}, options),
  ]);
  return pageData({ results, categories: categories.data });
}

async function loadResults(feed: SearchFeed, options: Parameters<typeof tryLoadFacets>[1]) {
  const [{ data, meant }, facets] = await Promise.all([
    loadSearchPage(feed, FIRST_PAGE, options),
    tryLoadFacets(feed, options),
  ]);
  const others = await loadOthers(feed, data, options);
  const list: LoadedList = { feed: feedKey(feed), firstPage: data.map(toFeedTile), facets, others };
  return { list, meant };
}

export function clientLoader({ request }: LoaderFunctionArgs) {
  const feed = parseFeed(new URL(request.url).searchParams);
  if (feed.q !== '') prefetchList(feed);
  void queryClient().prefetchQuery(categoriesQuery);
  return null;
}

export default function Search() {
  const { t } = useLingui();
  const loaded = usePageData<typeof loader>();
  const [params] = useSearchParams();
  const feed = parseFeed(params);
  const { q } = feed;
  const categories = useCategories(loaded?.categories);
  const fresh = loaded?.results?.list.feed === feedKey(feed) ? loaded.results : null;
  const { data: meant } = useQuery({ ...interpretedSearchQuery(q), ...(fresh ? { initialData: fresh.meant } : {}) });
  const title = q === '' ? t`Search` : t`Results for “${q}”`;
  return (
    <div className="page">
      <PageHead title={`${title} | ${brand.title}`} description={t`Find gifts, sellers and categories.`} hidden />
      <div className="pt-6 pb-4 sm:pt-10">
        <h1 className="text-25 [overflow-wrap:anywhere] sm:text-32">{title}</h1>
        {meant && (
          <p className="mt-1 text-17 text-muted">
            <Trans>
              No exact match. Showing results for <strong className="font-semibold text-ink">{meant}</strong>.
            </Trans>
          </p>
        )}
      </div>
      <SearchForm key={q} q={q} />
      {q === '' ? (
        <section aria-labelledby="begin" className="pt-6 pb-12">
          <h2 id="begin" className="pb-3 text-20">
            <Trans>Or begin with a category</Trans>
          </h2>
          <CategoryChips label={t`Categories`} categories={categories} />
          <div className="pt-6">
            <RecentlyViewed />
          </div>
        </section>
      ) : (
        <ProductList feed={feed} loaded={fresh?.list} empty={<NothingFound q={q} categories={categories} />} />
      )}
    </div>
  );
}

/** Uses a plain form, which works before the scripts load. */
function SearchForm({ q }: { q: string }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  function clear() {
    if (!field.current) return;
    field.current.value = '';
    field.current.focus();
  }
  return (
    <search className="block max-w-2xl pb-4">
      <Form action="/search" className="flex gap-2">
        <div className="relative min-w-0 grow">
          <input
            ref={field}
            type="search"
            name="q"
            enterKeyHint="search"
            aria-label={t`What are you looking for?`}
            placeholder={t`Gifts, sellers, categories`}
            maxLength={SEARCH_LETTERS}
            defaultValue={q}
            className={controlClasses(false, 'peer min-w-0 pr-12! [&::-webkit-search-cancel-button]:hidden')}
          />
          {/* The button is hidden with :placeholder-shown instead of state, so that this works before the scripts load. */}
          <IconButton
            label={t`Clear`}
            className="absolute! top-0 right-0 text-muted peer-placeholder-shown:hidden"
            onClick={clear}
          >
            <Icon name="close" className="size-5" />
          </IconButton>
        </div>
        <Button type="submit" variant={q === '' ? 'primary' : 'plain'}>
          <Trans>Search</Trans>
        </Button>
      </Form>
    </search>
  );
}

function NothingFound({ q, categories }: { q: string; categories: Category[] | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <EmptyBanner
        picture={<Illustration name="not-found" />}
        title={t`Nothing found for “${q}”`}
        text={t`Try another word, or look around.`}
      >
        <LinkButton to="/browse">
          <Translated message={brand.browseTitle} />
        </LinkButton>
      </EmptyBanner>
      <div className="pb-8 max-sm:hidden">
        <CategoryChips label={t`Categories`} categories={categories} />
      </div>
    </>
  );
}
