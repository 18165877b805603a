import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { isRecord, readJson, readText, writeJson, writeText } from './storage.ts';

it('bad JSON and JSON of another shape count as empty', () => {
  const kept = fakeStorage();
  kept.set('broken', '{"a":');
  kept.set('list', '[1]');
  expect(readJson('broken', isRecord)).toBeNull();
  expect(readJson('list', isRecord)).toBeNull();
  expect(readJson('missing', isRecord)).toBeNull();
});

it('writing null or nothing removes the key', () => {
  const kept = fakeStorage();
  writeText('token', 'abc');
  expect(readText('token')).toBe('abc');
  writeText('token', '');
  writeJson('other', { a: 1 });
  writeJson('other', null);
  expect([...kept.keys()]).toEqual([]);
});

it('a browser that refuses storage only loses what it stores', () => {
  fakeStorage({ broken: true });
  expect(readText('token')).toBeNull();
  expect(writeText('token', 'abc')).toBe(false);
});
