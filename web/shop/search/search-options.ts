import type { Suggestions } from '#contract/search.ts';
import { sellerPath } from '../state/sellers.ts';

type Suggested<Name extends keyof Suggestions> = Suggestions[Name][number];

export type SearchOption = { key: string; to: string } & (
  | { kind: 'search' | 'recent'; q: string }
  | { kind: 'category'; category: Suggested<'categories'> }
  | { kind: 'seller'; seller: Suggested<'sellers'> }
  | { kind: 'product'; product: Suggested<'products'> }
);
export type SearchGroup = {
  name: 'search' | 'recent' | 'categories' | 'sellers' | 'products' | 'viewed';
  options: SearchOption[];
};

export const searchPath = (q: string): string => `/search?${new URLSearchParams({ q })}`;

export type Beginning = { recent: readonly string[] } & Pick<Suggestions, 'categories'> & {
    viewed: Suggestions['products'];
  };

export function buildGroups(typed: string, suggestions: Suggestions | undefined, beginning: Beginning): SearchGroup[] {
  const searches = (kind: 'search' | 'recent', qs: readonly string[]): SearchOption[] =>
    qs.map((q) => ({ kind, q, key: `${kind} ${q}`, to: searchPath(q) }));
  if (typed === '') {
    const { recent, categories, viewed } = beginning;
    return dropEmptyGroups([
      { name: 'recent', options: searches('recent', recent) },
      { name: 'categories', options: categories.map(categoryOption) },
      { name: 'viewed', options: viewed.map(productOption) },
    ]);
  }
  const { products = [], sellers = [], categories = [] } = suggestions ?? {};
  return dropEmptyGroups([
    { name: 'search', options: searches('search', [typed]) },
    { name: 'categories', options: categories.map(categoryOption) },
    {
      name: 'sellers',
      options: sellers.map((seller) => ({
        kind: 'seller',
        seller,
        key: `seller ${seller.shop_url}`,
        to: sellerPath(seller),
      })),
    },
    { name: 'products', options: products.map(productOption) },
  ]);
}

function categoryOption(category: Suggested<'categories'>): SearchOption {
  const { entity_id: id } = category;
  return { kind: 'category', category, key: `category ${id}`, to: `/category/${id}` };
}

function productOption(product: Suggested<'products'>): SearchOption {
  return { kind: 'product', product, key: `product ${product.id}`, to: `/product/${product.id}` };
}

function dropEmptyGroups(groups: SearchGroup[]): SearchGroup[] {
  return groups.filter(({ options }) => options.length > 0);
}

export function flattenOptions(groups: readonly SearchGroup[]): SearchOption[] {
  return groups.flatMap(({ options }) => options);
}
