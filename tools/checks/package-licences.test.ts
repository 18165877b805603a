import { describe, expect, it } from 'vitest';
import { readLock } from '../complete-lock.ts';
import { findPackageLicence, isAllowed, parsePackageName, shippedPackages } from './package-licences.ts';
import { readSources } from './source-files.ts';

const lock = readLock();

describe('package licences', () => {
  it('finds an allowed licence for every package, including development packages', () => {
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    const named = packages.map(([path, lockedPackage]) => ({
      name: parsePackageName(path),
      licence: findPackageLicence(path, lockedPackage) ?? 'none',
    }));
    expect(named.length).toBeGreaterThan(500);
    expect(named.filter(({ name, licence }) => !isAllowed(name, licence))).toEqual([]);
  });

  it('lists all packages that are installed or bundled with a shop, including indirect dependencies', () => {
    const shipped = shippedPackages(lock, readSources()).map(parsePackageName);
    expect(shipped).toEqual(expect.arrayContaining(['sharp', 'fastify', 'avvio', 'react', 'pg-boss', 'workbox-core']));
    expect(shipped.filter((name) => ['vite', 'vitest', 'lightningcss', 'knip'].includes(name))).toEqual([]);
  });

  it.each([
    ['anything', 'MIT', true],
    ['anything', '(MIT OR GPL-3.0)', true],
    ['anything', 'MIT AND Zlib', true],
    ['anything', 'MIT AND GPL-3.0', false],
    ['anything', 'GPL-3.0', false],
    ['anything', 'none', false],
    ['anything', 'LGPL-3.0-or-later', false],
    ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
    ['anything', '(GPL-3.0 AND (MIT OR ISC))', false],
  ])('decides whether %s may have the licence %s: %s', (name, licence, allowed) => {
    expect(isAllowed(name, licence)).toBe(allowed);
  });
});
