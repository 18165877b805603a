import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSearches, readRecentSearches, recordSearch } from './recent-searches.ts';

it('lists the five latest searches, newest first and each once regardless of case', () => {
  const storage = fakeStorage();
  for (const q of ['tea', 'mug', 'Tea', 'a', 'b', 'c']) recordSearch(q);
  expect(readRecentSearches()).toEqual(['c', 'b', 'a', 'Tea', 'mug']);
  storage.set('recent-searches', '{"no":"list"}');
  expect(readRecentSearches()).toEqual([]);
  clearSearches();
  expect([...storage.keys()]).toEqual([]);
});
