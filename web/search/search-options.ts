import type { Suggestions } from '#contract/search.ts';
import { sellerPath } from '../state/sellers.ts';

type Suggested<Name extends keyof Suggestions> = Suggestions[Name][number];

/** One thing a customer can go to from the search; `key` is its own among all. */
export type SearchOption = { key: string; to: string } & (
  | { kind: 'search' | 'recent'; q: string }
  | { kind: 'category'; category: Suggested<'categories'> }
  | { kind: 'seller'; seller: Suggested<'sellers'> }
  | { kind: 'product'; product: Suggested<'products'> }
);
export type SearchGroup = {
  name: 'search' | 'recent' | 'categories' | 'sellers' | 'products';
  options: SearchOption[];
};

export const searchPath = (q: string): string => `/search?${new URLSearchParams({ q })}`;

/**
 * What is offered: while nothing is typed the searches before, then the search itself and what fits it. Empty groups
 * are left out.
 */
export function groupsOf(
  typed: string,
  suggestions: Suggestions | undefined,
  recent: readonly string[],
): SearchGroup[] {
  const searches = (kind: 'search' | 'recent', qs: readonly string[]): SearchOption[] =>
    qs.map((q) => ({ kind, q, key: `${kind} ${q}`, to: searchPath(q) }));
  if (typed === '') return filled([{ name: 'recent', options: searches('recent', recent) }]);
  const { products = [], sellers = [], categories = [] } = suggestions ?? {};
  return filled([
    { name: 'search', options: searches('search', [typed]) },
    {
      name: 'categories',
      options: categories.map((category) => ({
        kind: 'category',
        category,
        key: `category ${category.entity_id}`,
        to: `/category/${category.entity_id}`,
      })),
    },
    {
      name: 'sellers',
      options: sellers.map((seller) => ({
        kind: 'seller',
        seller,
        key: `seller ${seller.shop_url}`,
        to: sellerPath(seller),
      })),
    },
    {
      name: 'products',
      options: products.map((product) => ({
        kind: 'product',
        product,
        key: `product ${product.id}`,
        to: `/product/${product.id}`,
      })),
    },
  ]);
}

function filled(groups: SearchGroup[]): SearchGroup[] {
  return groups.filter(({ options }) => options.length > 0);
}

/** In the order the arrows walk through them. */
export function optionsOf(groups: readonly SearchGroup[]): SearchOption[] {
  return groups.flatMap(({ options }) => options);
}
