import { create } from 'zustand';
import { OCCASIONS, type Occasion } from '#contract/rules/listing.ts';
import { readJson, readTab, writeJson, writeTab } from '#web/shared/state/storage.ts';

/**
 * Products looked at in this browser, the latest first. They belong to the browser as the visitor's do, not to the
 * account: section 4 lists what sign-out clears, and this is not in it (docs/decisions/016). The customer clears them.
 */
const KEY = 'recently-viewed';
/** One more than is shown: the product that is open is left out. */
const MOST = 9;

export const useRecentlyViewed = create<{ ids: number[] }>()(() => ({ ids: [] }));

/** Reads what is stored; in the browser, after the first render. */
export function restoreRecentlyViewed(): void {
  useRecentlyViewed.setState({ ids: readJson(KEY, isIds)?.slice(0, MOST) ?? [] });
}

export function noteViewed(id: number): void {
  const ids = readJson(KEY, isIds) ?? [];
  keep([id, ...ids.filter((other) => other !== id)].slice(0, MOST));
}

export function clearViewed(): void {
  keep([]);
}

function keep(ids: number[]): void {
  useRecentlyViewed.setState({ ids });
  writeJson(KEY, ids.length === 0 ? null : ids);
}

function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id) && id > 0);
}

const OCCASION = 'occasion';
const isOccasion = (value: unknown): value is Occasion => OCCASIONS.some((occasion) => occasion === value);

/** What the list that was looked at last in this tab was for: a gift card from it is likely to be for the same. */
export const readLastOccasion = (): Occasion | null => readTab(OCCASION, isOccasion);
export const noteLastOccasion = (occasion: Occasion | undefined): void => writeTab(OCCASION, occasion ?? null);
