import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Built, buildIfStale, root } from './build-if-stale.ts';

const folder = join(root, 'node_modules/.cache/handsel/build-if-stale');
const source = join(folder, 'source.txt');
const built: Built = { title: 'a test', folder: join(folder, 'built'), sources: [relative(root, source)] };
const build = vi.fn(async () => undefined);

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(source, 'one');
  vi.spyOn(console, 'log').mockReturnValue();
  await buildIfStale(built, build);
  build.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('what was made of the same files is not built again, also when they were written anew', async () => {
  await buildIfStale(built, build);
  writeFileSync(source, 'one');
  utimesSync(source, 1, 1);
  await buildIfStale(built, build);
  await buildIfStale(built, build);
  expect(build).not.toHaveBeenCalled();
});

it('a source that has changed is built, also one of the same size and time', async () => {
  await buildIfStale(built, build);
  writeFileSync(source, 'two');
  utimesSync(source, 1, 1);
  await buildIfStale(built, build);
  await buildIfStale(built, build);
  expect(build).toHaveBeenCalledTimes(1);
  writeFileSync(source, 'six');
  utimesSync(source, 1, 1);
  await buildIfStale(built, build);
  expect(build).toHaveBeenCalledTimes(2);
});

it('a build that was exchanged for another is built again', async () => {
  await buildIfStale(built, build);
  writeFileSync(join(built.folder, 'stamp'), 'of other sources');
  await buildIfStale(built, build);
  expect(build).toHaveBeenCalledTimes(1);
});
