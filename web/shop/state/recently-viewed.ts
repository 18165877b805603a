import { create } from 'zustand';
import { OCCASIONS, type Occasion } from '#contract/rules/listing.ts';
import { readJson, readTab, writeJson, writeTab } from '#web/shared/state/storage.ts';

/** Belongs to the browser, so it survives sign-out (docs/decisions/016). */
const KEY = 'recently-viewed';
/** One more than shown, because the product on screen is left out. */
const MAX_PRODUCTS = 9;

export const useRecentlyViewed = create<{ ids: number[] }>()(() => ({ ids: [] }));

/** Call after the first render. */
export function restoreRecentlyViewed(): void {
  useRecentlyViewed.setState({ ids: readJson(KEY, isIds)?.slice(0, MAX_PRODUCTS) ?? [] });
}

export function recordViewed(id: number): void {
  const ids = readJson(KEY, isIds) ?? [];
  storeIds([id, ...ids.filter((other) => other !== id)].slice(0, MAX_PRODUCTS));
}

export function clearViewed(): void {
  storeIds([]);
}

function storeIds(ids: number[]): void {
  useRecentlyViewed.setState({ ids });
  writeJson(KEY, ids.length === 0 ? null : ids);
}

function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id) && id > 0);
}

const OCCASION = 'occasion';
const isOccasion = (value: unknown): value is Occasion => OCCASIONS.some((occasion) => occasion === value);

/** The last occasion is probably also that of the next gift card. */
export const readLastOccasion = (): Occasion | null => readTab(OCCASION, isOccasion);
export const saveLastOccasion = (occasion: Occasion | undefined): void => writeTab(OCCASION, occasion ?? null);
