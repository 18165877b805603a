import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLocalFiles } from './local.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('reads back a file after concurrent writes, and leaves no temporary files', async () => {
  const cache = openLocalFiles(folder);
  expect(await cache.read('abcd.webp')).toBeNull();
  const bytes = Buffer.from('picture');
  await Promise.all(Array.from({ length: 10 }, () => cache.write('abcd.webp', bytes)));
  expect(await cache.read('abcd.webp')).toEqual(bytes);
  expect(await readdir(join(folder, 'ab'))).toEqual(['abcd.webp']);
});

it('throws when the cache folder cannot be created', async () => {
  await writeFile(join(folder, 'ab'), 'in the way');
  await expect(openLocalFiles(folder).write('abcd.webp', Buffer.from('x'))).rejects.toThrow();
});
