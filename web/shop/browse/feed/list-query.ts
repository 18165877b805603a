import { HIGHEST_PRICE, KINDS, MAX_SELLERS, OCCASIONS, type Occasion, SORTS } from '#contract/rules/listing.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import type { Feed } from './feed.ts';

const SELLER = /^[\w-]{1,100}$/;
const NAMES = ['sort', 'seller', 'price_min', 'price_max', 'in_stock', 'kind', 'occasion'] as const;

/** Reads filters and sort order from the URL and drops invalid values. Parameter names match the API. */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const sellers = (params.get('seller') ?? '').split(',').filter((seller) => SELLER.test(seller));
  return normalizeListQuery({
    sort: SORTS.find((sort) => sort === params.get('sort')),
    seller: [...new Set(sellers)].slice(0, MAX_SELLERS).join(','),
    price_min: parseDollars(params.get('price_min')),
    price_max: parseDollars(params.get('price_max')),
    in_stock: params.get('in_stock') === '1' ? '1' : undefined,
    kind: KINDS.find((kind) => kind === params.get('kind')),
    occasion: OCCASIONS.find((occasion) => occasion === params.get('occasion')),
  });
}

/** Parses a price such as '20' or ' 19.95 '. Returns undefined if it is invalid. */
export function parseDollars(text: string | null): number | undefined {
  const value = Number((text ?? '').trim().replace(/^\$/, '') || Number.NaN);
  return Number.isFinite(value) && value >= 0 && value <= HIGHEST_PRICE ? Math.round(value * 100) / 100 : undefined;
}

type Loose = { [Name in keyof ListQuery]: ListQuery[Name] | undefined };

/** Drops empty and default values and fixes the order, so that equal queries have equal keys. */
export function normalizeListQuery(listQuery: Loose): ListQuery {
  const { sort, seller, price_min, price_max, in_stock, kind, occasion } = listQuery;
  return {
    ...(sort && sort !== 'newest' ? { sort } : {}),
    ...(seller ? { seller } : {}),
    ...(price_min ? { price_min } : {}),
    ...(price_max === undefined ? {} : { price_max }),
    ...(in_stock ? { in_stock } : {}),
    ...(kind ? { kind } : {}),
    ...(occasion ? { occasion } : {}),
  };
}

/** Writes the list query to the URL parameters, and keeps others such as q. */
export function buildSearchString(params: URLSearchParams, listQuery: ListQuery): string {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  for (const [name, value] of Object.entries(listQuery)) next.set(name, String(value));
  const text = next.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

export const parseSellers = (listQuery: ListQuery): string[] => listQuery.seller?.split(',') ?? [];

export function withSeller(listQuery: ListQuery, seller: string, isWanted: boolean): ListQuery {
  const otherSellers = parseSellers(listQuery).filter((other) => other !== seller);
  const next = isWanted ? [...otherSellers, seller] : otherSellers;
  return normalizeListQuery({ ...listQuery, seller: next.join(',') });
}

/**
 * Returns the list to suggest when `feed` is empty: the same list without filters, or else the whole shop. Returns null
 * if `feed` is the whole shop.
 */
export function alternativeFeed(feed: Feed): Feed | null {
  if (chosenFilters(feed.listQuery).length > 0) return { ...feed, listQuery: {} };
  return feed.kind === 'browse' ? null : { kind: 'browse', listQuery: {} };
}

export type Chosen =
  | { kind: 'occasion'; occasion: Occasion; remainingQuery: ListQuery }
  | { kind: 'seller'; seller: string; remainingQuery: ListQuery }
  | { kind: 'price'; min: number | undefined; max: number | undefined; remainingQuery: ListQuery }
  | { kind: 'stock' | 'product' | 'giftcard'; remainingQuery: ListQuery };

export function chosenFilters(listQuery: ListQuery): Chosen[] {
  const { price_min: min, price_max: max, in_stock, kind, occasion } = listQuery;
  const price = min !== undefined || max !== undefined;
  return [
    ...(occasion
      ? [
          {
            kind: 'occasion' as const,
            occasion,
            remainingQuery: normalizeListQuery({ ...listQuery, occasion: undefined }),
          },
        ]
      : []),
    ...(kind ? [{ kind, remainingQuery: normalizeListQuery({ ...listQuery, kind: undefined }) }] : []),
    ...parseSellers(listQuery).map((seller) => ({
      kind: 'seller' as const,
      seller,
      remainingQuery: withSeller(listQuery, seller, false),
    })),
    ...(price
      ? [
          {
            kind: 'price' as const,
            min,
            max,
            remainingQuery: normalizeListQuery({ ...listQuery, price_min: undefined, price_max: undefined }),
          },
        ]
      : []),
    ...(in_stock
      ? [{ kind: 'stock' as const, remainingQuery: normalizeListQuery({ ...listQuery, in_stock: undefined }) }]
      : []),
  ];
}
