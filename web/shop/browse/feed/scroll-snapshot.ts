import type { InfiniteData } from '@tanstack/react-query';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import type { Tile } from './feed.ts';

export type ScrollSnapshot = {
  feed: string;
  pages: Tile[][];
  /** Fetch time, in milliseconds since the epoch. */
  at: number;
  /** First visible tile; `top` is its distance from the top of the window. */
  anchor: { id: number; top: number };
};

const KEY = 'lists';
/** Maximum number of snapshots. A page of ten products takes about 5 kB of session storage. */
const MAX_ENTRIES = 8;

export function readSnapshot(entry: string, feed: string): ScrollSnapshot | null {
  const snapshot = readTab(KEY, isRecord)?.[entry];
  return isMemory(snapshot) && snapshot.feed === feed ? snapshot : null;
}

/** Stores a snapshot that survives reloads. Null, for the top of the list, removes it. */
export function remember(entry: string, memory: ScrollSnapshot | null): void {
  const { [entry]: _before, ...otherEntries } = readTab(KEY, isRecord) ?? {};
  const keptEntries = Object.entries(otherEntries).slice(1 - MAX_ENTRIES);
  writeTab(KEY, Object.fromEntries(memory ? [...keptEntries, [entry, memory]] : keptEntries));
}

function isMemory(value: unknown): value is ScrollSnapshot {
  return isRecord(value) && Array.isArray(value.pages) && typeof value.at === 'number' && isRecord(value.anchor);
}

export function asQueryData({ pages }: ScrollSnapshot, firstPage: number): InfiniteData<Tile[], number> {
  return { pages, pageParams: pages.map((_, index) => firstPage + index) };
}

export function findAnchor(list: Element | null, above: number): ScrollSnapshot['anchor'] | null {
  for (const tile of list?.querySelectorAll('[data-product]') ?? []) {
    const { top, bottom } = tile.getBoundingClientRect();
    if (bottom > above) return { id: Number(tile.getAttribute('data-product')), top };
  }
  return null;
}

/** Scrolls the tile back to its stored position. Returns false if the list does not contain the tile. */
export function scrollToAnchor(list: Element | null, { id, top }: ScrollSnapshot['anchor']): boolean {
  const tile = list?.querySelector(`[data-product="${id}"]`);
  if (!tile) return false;
  globalThis.scrollBy({ top: tile.getBoundingClientRect().top - top, behavior: 'instant' });
  return true;
}
