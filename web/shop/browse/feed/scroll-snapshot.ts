import type { InfiniteData } from '@tanstack/react-query';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import type { Tile } from './feed.ts';

export type ScrollSnapshot = {
  /** See feedKey. */
  feed: string;
  pages: Tile[][];
  /** Fetch time, in milliseconds since the epoch. */
  at: number;
  /** First visible tile; `top` is its distance from the top of the window. */
  anchor: { id: number; top: number };
};

const KEY = 'lists';
/** Ten products take about 5 kB. */
const MAX_ENTRIES = 8;

/** `entry` is the router's location.key. */
export function readSnapshot(entry: string, feed: string): ScrollSnapshot | null {
  const snapshot = readTab(KEY, isRecord)?.[entry];
  return isMemory(snapshot) && snapshot.feed === feed ? snapshot : null;
}

/** The snapshot survives reloads. Null means the top of the list. */
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

export function anchorIn(list: Element | null, above: number): ScrollSnapshot['anchor'] | null {
  for (const tile of list?.querySelectorAll('[data-product]') ?? []) {
    const { top, bottom } = tile.getBoundingClientRect();
    if (bottom > above) return { id: Number(tile.getAttribute('data-product')), top };
  }
  return null;
}

/** Returns whether the tile is present. */
export function scrollToAnchor(list: Element | null, { id, top }: ScrollSnapshot['anchor']): boolean {
  const tile = list?.querySelector(`[data-product="${id}"]`);
  if (!tile) return false;
  globalThis.scrollBy({ top: tile.getBoundingClientRect().top - top, behavior: 'instant' });
  return true;
}
