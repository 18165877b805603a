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
import { longStep } from '../terminal/long-step.ts';

// Imports no package: a shop that is built starts where those that build are not installed.

export const root = join(import.meta.dirname, '../..');

/** Something that is built into `folder` from `sources`, patterns of files below the root. `takes`: how long, if long. */
export type Built = {
  title: string;
  takes?: string;
  folder: string;
  sources: readonly string[];
  leftOut?: (path: string) => boolean;
};

/** Builds, unless what is there was made of the same files. */
export async function buildIfStale(built: Built, build: () => Promise<void>): Promise<void> {
  if (isBuilt(built)) return;
  const hash = hashOf(sourcesOf(built));
  checkDevelopmentPackages(built.title);
  rmSync(stampFile(built), { force: true });
  const { NODE_ENV } = process.env;
  await longStep(`Building ${built.title}${built.takes ? ` (${built.takes})` : ''}`, build);
  // Vite has set it for what it built; the server that starts next has its own.
  if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV');
  mkdirSync(built.folder, { recursive: true });
  writeFileSync(stampFile(built), hash);
}

/** Sources that have kept their sizes and times since they were found to be those of the build are not read again. */
export function isBuilt(built: Built): boolean {
  const [files, stamp] = [sourcesOf(built), readIfThere(stampFile(built))];
  const [seen, lookedAt] = [`${stamp} ${seenOf(files)}`, join(built.folder, 'looked-at')];
  if (readIfThere(lookedAt) === seen) return true;
  if (stamp !== hashOf(files)) return false;
  if (isWritable(built.folder)) writeFileSync(lookedAt, seen);
  return true;
}

/** What builds and what runs from source are development packages; `npm ci --omit=dev` leaves them out. */
export function checkDevelopmentPackages(title: string): void {
  if (existsSync(join(root, 'node_modules/vite/package.json'))) return;
  throw new Error(
    `The packages that build ${title} are not installed, and build/ has none made of these sources. Run npm ci ` +
      'without --omit=dev and start again, or bring build/ from where the same sources were built.',
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

function sourcesOf({ sources, leftOut = () => false }: Built): string[] {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => !path.includes('.test.') && !leftOut(path)).sort();
}

/** What is looked at of each file: its size, and when it or its inode changed. */
function seenOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs } = statSync(path);
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
}

/** Returns a digest of the names and contents of files. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  // Named alike on every system, so that a build can be brought along.
  for (const path of paths)
    hash.update(relative(root, path).replaceAll('\\', '/')).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}
