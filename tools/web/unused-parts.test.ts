import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceUnusedParts, UNUSED } from './unused-parts.ts';

const modules = join(import.meta.dirname, '../../node_modules');

function build(files: readonly string[]): { left: (string | null)[]; errors: string[] } {
  const { load, buildEnd } = replaceUnusedParts() as unknown as Record<
    'load' | 'buildEnd',
    (id?: string) => string | null
  >;
  const errors: string[] = [];
  const left = files.map((file) => load(file));
  buildEnd.call({ error: (text: string) => errors.push(text) });
  return { left, errors };
}

const parts = Object.keys(UNUSED).map((path) => join(modules, path));

it('replaces exactly the listed parts, which still exist in their packages', () => {
  expect(parts.filter((path) => !existsSync(path))).toEqual([]);
  const { left, errors } = build([...parts, join(modules, 'react/index.js')]);
  expect(left).toEqual([...Object.values(UNUSED), null]);
  expect(errors).toEqual([]);
});

it('fails the build if a package no longer has a replaced part', () => {
  expect(build(parts.slice(1)).errors).toEqual([expect.stringContaining(Object.keys(UNUSED)[0] ?? '-')]);
});
