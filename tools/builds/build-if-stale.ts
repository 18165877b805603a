import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const hash = sourcesHash(built);
  if (stampOf(built) === hash) return;
  checkDevelopmentPackages(built.title);
  rmSync(stampFile(built), { force: true });
  const { NODE_ENV } = process.env;
  await longStep(`Building ${built.title}${built.takes ? ` (${built.takes})` : ''}`, build);
  // Vite has set it for what it built; the server that starts next has its own.
  if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV');
  mkdirSync(built.folder, { recursive: true });
  writeFileSync(stampFile(built), hash);
}

export const isBuilt = (built: Built): boolean => stampOf(built) === sourcesHash(built);

/** What builds and what runs from source are development packages; `npm ci --omit=dev` leaves them out. */
export function checkDevelopmentPackages(title: string): void {
  if (existsSync(join(root, 'node_modules/vite/package.json'))) return;
  throw new Error(
    `The packages that build ${title} are not installed, and build/ has none made of these sources. Run npm ci ` +
      'without --omit=dev and start again, or bring build/ from where the same sources were built.',
  );
}

const stampFile = ({ folder }: Built): string => join(folder, 'stamp');

function stampOf(built: Built): string | undefined {
  return existsSync(stampFile(built)) ? readFileSync(stampFile(built), 'utf8') : undefined;
}

function sourcesHash({ sources, leftOut = () => false }: Built): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('.test.') && !leftOut(path));
  // Named alike on every system, so that a build can be brought along.
  for (const path of paths.sort())
    hash.update(relative(root, path).replaceAll('\\', '/')).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}
