import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';

/** The record of a call in contract/ names its cache in `cache`. */
const STOCK_IN = new Map(
  Object.entries<Call>(calls).flatMap(([name, { cache }]) =>
    cache ? [[name.replace('GET ', ''), cache.stockIn]] : [],
  ),
);

type Shown = Record<string, { id: number } | { id: number }[] | undefined>;

/** Returns true if responses of this path are cached until the catalogue changes. */
export const isCatalogueCall = (path: string): boolean => STOCK_IN.has(path);

export function readShownProductIds(path: string, body: string): number[] {
  const field = STOCK_IN.get(path);
  if (typeof field !== 'string') return [];
  return [(JSON.parse(body) as Shown)[field] ?? []].flat().map(({ id }) => id);
}
