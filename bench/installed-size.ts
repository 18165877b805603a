import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Locked = { dev?: boolean };

const root = join(import.meta.dirname, '..');
/** Matches Node itself, which is also installed as a package (tools/bootstrap.mjs). */
const NODE = /^node_modules\/node-(bin-)?(linux|darwin|win)-/;

/** Megabytes are 10^6 bytes. */
export type Installed = {
  packages: number;
  megabytes: number;
  node: number;
  largest: [name: string, megabytes: number][];
};

export function measureInstalledSize(): Installed {
  const lock: Record<string, Locked> = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const production = Object.keys(lock).filter(
    (path) => path !== '' && !lock[path]?.dev && existsSync(join(root, path)),
  );
  const sizes = production.map((path) => [path, measureFolderBytes(join(root, path)) / 1e6] as [string, number]);
  const sum = (entries: typeof sizes) => entries.reduce((total, [, size]) => total + size, 0);
  const packages = sizes.filter(([path]) => !NODE.test(path)).sort(([, size], [, other]) => other - size);
  const largest = packages
    .slice(0, 10)
    .map(([path, size]) => [path.replace('node_modules/', ''), size] as [string, number]);
  return { packages: packages.length, megabytes: sum(packages), node: sum(sizes) - sum(packages), largest };
}

function measureFolderBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((total, entry) => {
    if (entry.name === 'node_modules') return total;
    const path = join(folder, entry.name);
    return total + (entry.isDirectory() ? measureFolderBytes(path) : statSync(path).size);
  }, 0);
}
