import { expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { isRecord, readJson, readText, writeJson, writeText } from './storage.ts';

it('treats stored JSON that is broken or has an unexpected shape as empty', () => {
  const storage = fakeStorage();
  storage.set('broken', '{"a":');
  storage.set('list', '[1]');
  expect(readJson('broken', isRecord)).toBeNull();
  expect(readJson('list', isRecord)).toBeNull();
  expect(readJson('missing', isRecord)).toBeNull();
});

it('removes the key when null or an empty string is written', () => {
  const storage = fakeStorage();
  writeText('token', 'abc');
  expect(readText('token')).toBe('abc');
  writeText('token', '');
  writeJson('other', { a: 1 });
  writeJson('other', null);
  expect([...storage.keys()]).toEqual([]);
});

it('keeps working when the browser blocks storage', () => {
  fakeStorage({ broken: true });
  expect(readText('token')).toBeNull();
  expect(writeText('token', 'abc')).toBe(false);
});
