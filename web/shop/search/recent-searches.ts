import { readJson, writeJson } from '#web/shared/state/storage.ts';

const KEY = 'recent-searches';
const MAX_SEARCHES = 5;

export function readRecentSearches(): string[] {
  return readJson(KEY, isTexts)?.slice(0, MAX_SEARCHES) ?? [];
}

export function recordSearch(q: string): void {
  const otherSearches = readRecentSearches().filter((search) => search.toLowerCase() !== q.toLowerCase());
  writeJson(KEY, [q, ...otherSearches].slice(0, MAX_SEARCHES));
}

export function clearSearches(): void {
  writeJson(KEY, null);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
