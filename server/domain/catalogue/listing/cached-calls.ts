import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';

/** The field with the products whose stock an answer shows, by the path of each cached call. */
const STOCK_IN = new Map(
  Object.entries<Call>(calls).flatMap(([name, { cache }]) =>
    cache ? [[name.replace('GET ', ''), cache.stockIn]] : [],
  ),
);

type Shown = Record<string, { id: number } | { id: number }[] | undefined>;

/** Whether the answer of a call, by its path, is cached until the catalogue changes. */
export const isCatalogueCall = (path: string): boolean => STOCK_IN.has(path);

/** Returns the ids of the products whose stock an answer of such a call shows. */
export function shownProducts(path: string, body: string): number[] {
  const field = STOCK_IN.get(path);
  if (typeof field !== 'string') return [];
  return [(JSON.parse(body) as Shown)[field] ?? []].flat().map(({ id }) => id);
}
