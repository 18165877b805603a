import { findPackagePath, type LockedPackage, type LockFile } from '../complete-lock.ts';
import { isTestCode, type SourceFile } from './source-files.ts';

const FREE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
];

const FOR_SOME: Record<string, string[]> = {
  // LICENCES.md credits the pictures, and only builds use caniuse-lite.
  'CC-BY-4.0': ['@iconify-json/twemoji', 'caniuse-lite'],
  'OFL-1.1': ['@fontsource/', '@fontsource-variable/'],
  // libvips is unmodified, and users can replace it, as the LGPL requires.
  'LGPL-3.0-or-later': ['@img/sharp-'],
  // The shop does not ship these packages.
  'MPL-2.0': ['axe-core', 'lightningcss'],
};

/** The lock file names no licence for packages built for other platforms. */
const OF_BUILDS: Record<string, string> = {
  '@biomejs/cli-': 'MIT OR Apache-2.0',
  '@oxc-parser/binding-': 'MIT',
  '@tailwindcss/oxide-': 'MIT',
};

export const parsePackageName = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

export function findPackageLicence(path: string, { license }: LockedPackage): string | undefined {
  const build = Object.keys(OF_BUILDS).find((begin) => parsePackageName(path).startsWith(begin));
  return license ?? (build === undefined ? undefined : OF_BUILDS[build]);
}

/** Does not support SPDX expressions that combine OR with AND. */
export function isAllowed(name: string, expression: string): boolean {
  const licences = expression.replace(/^\((.*)\)$/, '$1');
  const isFree = (licence: string) =>
    FREE.includes(licence) || (FOR_SOME[licence] ?? []).some((begin) => name.startsWith(begin));
  return licences.split(' OR ').some((part) => part.split(' AND ').every(isFree));
}

/**
 * Returns the packages that reach a shop: those that `npm ci --omit=dev` installs, and those that server and web code
 * imports, with their dependencies, because the build may bundle them.
 */
export function shippedPackages(lock: LockFile, sources: SourceFile[]): string[] {
  const shipped = new Set(Object.keys(lock.packages).filter((path) => path !== '' && !lock.packages[path]?.dev));
  const add = (dependant: string, name: string): void => {
    const path = findPackagePath(lock, dependant, name);
    if (path === undefined || shipped.has(path)) return;
    shipped.add(path);
    for (const dependency of Object.keys(lock.packages[path]?.dependencies ?? {})) add(path, dependency);
  };
  for (const name of [...importedPackages(sources), STYLES]) add('', name);
  return [...shipped];
}

const STYLES = 'tailwindcss';

const COMPILERS = ['vite', '@react-router/dev'];

function importedPackages(sources: SourceFile[]): string[] {
  return sources
    .filter(({ path }) => /^(server|web|contract|db)\//.test(path) && !isTestCode(path))
    .flatMap(({ imports }) => imports.filter(({ target, typeOnly }) => target === undefined && !typeOnly))
    .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
    .filter((name) => !COMPILERS.includes(name));
}
