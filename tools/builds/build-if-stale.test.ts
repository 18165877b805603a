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

it('does not rebuild if the sources have the same content, even if they were rewritten', async () => {
  await buildIfStale(built, build);
  writeFileSync(source, 'one');
  utimesSync(source, 1, 1);
  await buildIfStale(built, build);
  await buildIfStale(built, build);
  expect(build).not.toHaveBeenCalled();
});

it('rebuilds if a source changes, even if its size and mtime stay the same', async () => {
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

it('rebuilds if the existing build was made from other sources', async () => {
  await buildIfStale(built, build);
  writeFileSync(join(built.folder, 'stamp'), 'of other sources');
  await buildIfStale(built, build);
  expect(build).toHaveBeenCalledTimes(1);
});
