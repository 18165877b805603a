import { expect, it } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { asQueryData, readSnapshot, remember } from './scroll-snapshot.ts';

const memory = (feed: string) => ({ feed, pages: [[{ id: 1 } as TileProduct]], at: 5, anchor: { id: 1, top: 80 } });

it('restores a scroll snapshot only for the same history entry and list', () => {
  fakeStorage();
  remember('one', memory('browse'));
  expect(readSnapshot('one', 'browse')).toEqual(memory('browse'));
  expect(readSnapshot('one', 'category')).toBeNull();
  expect(readSnapshot('two', 'browse')).toBeNull();
  remember('one', null);
  expect(readSnapshot('one', 'browse')).toBeNull();
});

it('drops the oldest scroll snapshots and keeps the most recently used', () => {
  fakeStorage();
  remember('kept', memory('browse'));
  for (let index = 0; index < 7; index += 1) remember(`entry ${index}`, memory('browse'));
  remember('kept', memory('browse'));
  remember('last', memory('browse'));
  expect(readSnapshot('entry 0', 'browse')).toBeNull();
  expect(readSnapshot('kept', 'browse')).not.toBeNull();
});

it.each(['{"one":{"feed":"browse"}}', '{"one":', 'null', '[]'])(
  'ignores a corrupt stored scroll snapshot: %s',
  (broken) => {
    fakeStorage();
    remember('one', memory('browse'));
    expect(readSnapshot('one', 'browse')).not.toBeNull();
    sessionStorage.setItem('lists', broken);
    expect(readSnapshot('one', 'browse')).toBeNull();
  },
);

it('neither stores a scroll snapshot nor throws an error when session storage is blocked', () => {
  fakeStorage({ broken: true });
  remember('one', memory('browse'));
  expect(readSnapshot('one', 'browse')).toBeNull();
});

it('converts the pages of a snapshot to query data with page numbers', () => {
  expect(asQueryData({ ...memory('browse'), pages: [[], []] }, 1)).toEqual({ pages: [[], []], pageParams: [1, 2] });
});
