import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSession } from '../session/session.ts';
import { clearViewed, noteViewed, restoreRecentlyViewed, useRecentlyViewed } from './recently-viewed.ts';

const ids = () => useRecentlyViewed.getState().ids;

it('the latest is first, each once, nine are kept', () => {
  fakeStorage();
  for (const id of [1, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10]) noteViewed(id);
  expect(ids()).toEqual([10, 9, 8, 7, 6, 5, 4, 1, 3]);
});

it('what is stored is read at the start; what is broken is nothing', () => {
  const kept = fakeStorage();
  kept.set('recently-viewed', '[3,2]');
  restoreRecentlyViewed();
  expect(ids()).toEqual([3, 2]);
  kept.set('recently-viewed', '["x"]');
  restoreRecentlyViewed();
  expect(ids()).toEqual([]);
});

it('sign-out leaves it, clearing it removes the key', () => {
  const kept = fakeStorage();
  noteViewed(7);
  clearSession();
  expect([ids(), kept.get('recently-viewed')]).toEqual([[7], '[7]']);
  clearViewed();
  expect([ids(), kept.has('recently-viewed')]).toEqual([[], false]);
});
