import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSession } from '../session/session.ts';
import { clearViewed, recordViewed, restoreRecentlyViewed, useRecentlyViewed } from './recently-viewed.ts';

const readIds = () => useRecentlyViewed.getState().ids;

it('keeps nine viewed products, newest first, without duplicates', () => {
  fakeStorage();
  for (const id of [1, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10]) recordViewed(id);
  expect(readIds()).toEqual([10, 9, 8, 7, 6, 5, 4, 1, 3]);
});

it('reads stored viewed products at the start and ignores invalid ones', () => {
  const storage = fakeStorage();
  storage.set('recently-viewed', '[3,2]');
  restoreRecentlyViewed();
  expect(readIds()).toEqual([3, 2]);
  storage.set('recently-viewed', '["x"]');
  restoreRecentlyViewed();
  expect(readIds()).toEqual([]);
});

it('keeps viewed products on sign-out, and removes the storage key when they are cleared', () => {
  const storage = fakeStorage();
  recordViewed(7);
  clearSession();
  expect([readIds(), storage.get('recently-viewed')]).toEqual([[7], '[7]']);
  clearViewed();
  expect([readIds(), storage.has('recently-viewed')]).toEqual([[], false]);
});
