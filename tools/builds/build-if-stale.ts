import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { runLongStep } from '../terminal/long-step.ts';

// This module imports no packages, because a built shop starts without the development packages.

export const root = join(import.meta.dirname, '../..');

/** `sources`: glob patterns relative to the repository root. */
export type Built = {
  title: string;
  takes?: string;
  folder: string;
  sources: readonly string[];
  leftOut?: (path: string) => boolean;
};

export async function buildIfStale(built: Built, build: () => Promise<void>): Promise<void> {
  if (isBuilt(built)) return;
  const hash = hashFileContents(listSources(built));
  checkDevelopmentPackages(built.title);
  rmSync(stampFile(built), { force: true });
  const { NODE_ENV } = process.env;
  await runLongStep(`Building ${built.title}${built.takes ? ` (${built.takes})` : ''}`, build);
  // Vite sets NODE_ENV, which the server that starts next must not inherit.
  if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV');
  mkdirSync(built.folder, { recursive: true });
  writeFileSync(stampFile(built), hash);
}

/** Returns whether the build matches its sources. Skips hashing if file sizes and times have not changed. */
export function isBuilt(built: Built): boolean {
  const [files, stamp] = [listSources(built), readIfThere(stampFile(built))];
  const [seen, lookedAt] = [`${stamp} ${hashFileStats(files)}`, join(built.folder, 'looked-at')];
  if (readIfThere(lookedAt) === seen) return true;
  if (stamp !== hashFileContents(files)) return false;
  if (isWritable(built.folder)) writeFileSync(lookedAt, seen);
  return true;
}

export function checkDevelopmentPackages(title: string): void {
  if (existsSync(join(root, 'node_modules/vite/package.json'))) return;
  throw new Error(
    `build/ has no build of ${title} for these sources, and the packages that make one are not installed. Run npm ci ` +
      'without --omit=dev and start again, or copy build/ from a machine that built the same sources.',
  );
}

const stampFile = ({ folder }: Built): string => join(folder, 'stamp');

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function listSources({ sources, leftOut = () => false }: Built): string[] {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => !path.includes('.test.') && !leftOut(path)).sort();
}

function hashFileStats(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs } = statSync(path);
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
}

export function hashFileContents(paths: readonly string[]): string {
  const hash = createHash('sha256');
  // Hashes the same relative paths on every system, so that a build stays valid on another system.
  for (const path of paths)
    hash.update(relative(root, path).replaceAll('\\', '/')).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}
