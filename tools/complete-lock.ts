import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

export const lockPath = join(import.meta.dirname, '../package-lock.json');

export const readLock = (): LockFile => JSON.parse(readFileSync(lockPath, 'utf8'));

/**
 * Returns the native builds that the lock file lacks. npm leaves out optional packages that the registry does not have,
 * and `npm ci` then rejects the lock file.
 */
export function missingBuilds(lock: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (findPackagePath(lock, path, name) !== undefined) continue;
      missing[`node_modules/${name}`] = { version, ...parsePlatform(name), ...(dev ? { dev } : {}), optional: true };
    }
  }
  return missing;
}

/** Walks up the node_modules folders from the dependent package, as Node does. */
export function findPackagePath({ packages }: LockFile, path: string, name: string): string | undefined {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const found = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (packages[found] !== undefined) return found;
    if (base === '') return undefined;
  }
}

function parsePlatform(name: string): Pick<LockedPackage, 'cpu' | 'os' | 'libc'> {
  const [, os, cpu, abi] =
    /-(android|darwin|freebsd|linux|openharmony|win32|wasm32)-([a-z0-9]+)(?:-(\w+))?$/.exec(name) ?? [];
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not declare its platform.`);
  if (os === 'wasm32') return { cpu: ['wasm32'] };
  const libc = os === 'linux' && abi !== undefined ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {};
  return { cpu: [cpu], ...libc, os: [os] };
}

function fetchChecksum(path: string, { version }: LockedPackage): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const checksum = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim();
  if (!checksum.startsWith('sha512-')) throw new Error(`The registry has no SHA-512 checksum for ${name}@${version}.`);
  return checksum;
}

// node tools/complete-lock.ts adds the missing builds. Run it after npm install changed the lock file with a registry
// that lacks them.
if (import.meta.main) {
  const lock = readLock();
  const missing = missingBuilds(lock);
  const packages = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en')));
  const unchecked = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  for (const [path, locked] of unchecked) locked.integrity = fetchChecksum(path, locked);
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${Object.keys(missing).length} builds for other platforms and ${unchecked.length} checksums.`);
}
