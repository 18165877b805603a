import type { InfiniteData } from '@tanstack/react-query';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import type { Tile } from './feed.ts';

/** Where a customer was in a list when they left it. */
export type ScrollSnapshot = {
  /** Which list, see feedKey. */
  feed: string;
  pages: Tile[][];
  /** When the pages were fetched, in milliseconds. */
  at: number;
  /** The first tile on screen, and how far below the top of the window it stood. */
  anchor: { id: number; top: number };
};

const KEY = 'lists';
/** History entries remembered; ten products take about 5 kB. */
const MOST_ENTRIES = 8;

/** What `remember` kept for this history entry (the router's location.key), if it was the same list. */
export function readSnapshot(entry: string, feed: string): ScrollSnapshot | null {
  const kept = readTab(KEY, isRecord)?.[entry];
  return isMemory(kept) && kept.feed === feed ? kept : null;
}

/** Keeps the place of this history entry for when it is shown again, also after a reload; null: the top of the list. */
export function remember(entry: string, memory: ScrollSnapshot | null): void {
  const { [entry]: _before, ...others } = readTab(KEY, isRecord) ?? {};
  const kept = Object.entries(others).slice(1 - MOST_ENTRIES);
  writeTab(KEY, Object.fromEntries(memory ? [...kept, [entry, memory]] : kept));
}

function isMemory(value: unknown): value is ScrollSnapshot {
  return isRecord(value) && Array.isArray(value.pages) && typeof value.at === 'number' && isRecord(value.anchor);
}

export function asQueryData({ pages }: ScrollSnapshot, firstPage: number): InfiniteData<Tile[], number> {
  return { pages, pageParams: pages.map((_, at) => firstPage + at) };
}

/** The tile that is topmost on screen below `above`, in the element that holds the list. */
export function anchorIn(list: Element | null, above: number): ScrollSnapshot['anchor'] | null {
  for (const tile of list?.querySelectorAll('[data-product]') ?? []) {
    const { top, bottom } = tile.getBoundingClientRect();
    if (bottom > above) return { id: Number(tile.getAttribute('data-product')), top };
  }
  return null;
}

/** Scrolls so that the tile stands where it stood. Returns whether it is there. */
export function scrollToAnchor(list: Element | null, { id, top }: ScrollSnapshot['anchor']): boolean {
  const tile = list?.querySelector(`[data-product="${id}"]`);
  if (!tile) return false;
  globalThis.scrollBy({ top: tile.getBoundingClientRect().top - top, behavior: 'instant' });
  return true;
}
