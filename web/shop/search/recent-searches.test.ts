import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSearches, noteSearch, recentSearches } from './recent-searches.ts';

it('the latest is first, each once whatever its case, five are kept', () => {
  const kept = fakeStorage();
  for (const q of ['tea', 'mug', 'Tea', 'a', 'b', 'c']) noteSearch(q);
  expect(recentSearches()).toEqual(['c', 'b', 'a', 'Tea', 'mug']);
  kept.set('recent-searches', '{"no":"list"}');
  expect(recentSearches()).toEqual([]);
  clearSearches();
  expect([...kept.keys()]).toEqual([]);
});
