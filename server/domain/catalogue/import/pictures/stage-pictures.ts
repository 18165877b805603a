import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import { fetchPicture, isPictureError, MAX_PICTURE_BYTES, type Network, pictureError } from './fetch-picture.ts';
import { parseReference, pictureId } from './picture-references.ts';
import { preparePicture } from './prepare-picture.ts';
import { isKnown, listNextReferences, recordPicture, stageReferences, type Waiting } from './staged-pictures-store.ts';

type FailedPicture = Waiting & { sentence: string; unnamedHost?: string | undefined };

export type StagePictureOptions = {
  folders: readonly string[];
  network: Network;
  fresh: boolean;
  report: (picture: FailedPicture) => void;
  onProgress: (done: number, total: number) => void;
};

const AT_ONCE = 4;
const A_PAGE = 100;

/**
 * Fetches and re-encodes pictures that the shop lacks (with `fresh`, also known web pictures). Failed pictures are
 * reported and get no picture_id.
 */
export async function stagePictures(connection: SqlConnection, options: StagePictureOptions): Promise<void> {
  const run = serializeStatements(connection);
  const total = await stageReferences(connection);
  const roots = await Promise.all(options.folders.map((folder) => realpath(folder)));
  const unnamed = new Map<string, { first: FailedPicture; otherCount: number }>();
  const note = (picture: FailedPicture, host: string) => {
    const { first, otherCount } = unnamed.get(host) ?? { first: picture, otherCount: -1 };
    unnamed.set(host, { first, otherCount: otherCount + 1 });
  };
  let last = '';
  for (let done = 0; done < total; ) {
    const page = await listNextReferences(run, { after: last, limit: A_PAGE });
    if (page.length === 0) break;
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const batch = page.slice(start, start + AT_ONCE);
      const failed = await Promise.all(batch.map((waiting) => stageOne(run, waiting, { ...options, roots })));
      for (const picture of failed) {
        if (picture?.unnamedHost) note(picture, picture.unnamedHost);
        else if (picture) options.report(picture);
      }
      done += Math.min(AT_ONCE, page.length - start);
      options.onProgress(done, total);
    }
    last = page.at(-1)?.reference ?? '';
  }
  for (const { first, otherCount } of unnamed.values())
    options.report({ ...first, sentence: `${first.sentence}${describeOtherPictures(otherCount)}` });
}

function describeOtherPictures(otherCount: number): string {
  if (otherCount === 0) return '';
  return otherCount === 1 ? ' One more picture is on that host.' : ` ${otherCount} more pictures are on that host.`;
}

/** Queues statements, because the connection runs one at a time. */
function serializeStatements({ query, exec }: SqlRunner): SqlRunner {
  const runOne = createLimiter({ concurrency: 1 });
  return { query: (text, values) => runOne(() => query(text, values)), exec: (script) => runOne(() => exec(script)) };
}

type OneOptions = Pick<StagePictureOptions, 'network' | 'fresh'> & { roots: readonly string[] };

async function stageOne(run: SqlRunner, waiting: Waiting, options: OneOptions): Promise<FailedPicture | null> {
  const { network, fresh, roots } = options;
  const { reference: named } = waiting;
  let isStored = false;
  try {
    const reference = parseReference(named);
    if (reference.kind === 'own') {
      if (!(await isKnown(run, reference.id)))
        throw pictureError('is not a picture of this shop; name a file or an address.');
      await recordPicture(run, { reference: named, id: reference.id });
      return null;
    }
    const bytes = reference.kind === 'file' ? await readLocal(reference.path, roots) : null;
    const id = pictureId(bytes ?? named);
    isStored = await isKnown(run, id);
    if (isStored && !(fresh && bytes === null)) await recordPicture(run, { reference: named, id });
    else {
      const picture = await preparePicture(bytes ?? (await fetchPicture(named, network)));
      await recordPicture(run, { reference: named, id, picture });
    }
    return null;
  } catch (error) {
    if (!isPictureError(error)) throw error;
    if (isStored) await recordPicture(run, { reference: named, id: pictureId(named) });
    return {
      ...waiting,
      unnamedHost: error.unnamedHost,
      sentence: `${stripScheme(named)} ${error.message}${isStored ? ' The shop keeps its current picture.' : ''}`,
    };
  }
}

const stripScheme = (reference: string): string => reference.replace(/^file:/, '');

/** Returns a path as it is spelled on disk, because Macs decompose accents. Keeps parts that do not exist. */
async function resolveSpelling(path: string): Promise<string> {
  if (path.normalize('NFD') === path.normalize('NFC')) return path;
  let found = parse(path).root;
  for (const name of path.slice(found.length).split(sep)) {
    const names = name.normalize('NFD') === name.normalize('NFC') ? [] : await readdir(found).catch(() => []);
    const match = names.includes(name)
      ? name
      : names.find((candidate) => candidate.normalize('NFC') === name.normalize('NFC'));
    found = join(found, match ?? name);
  }
  return found;
}

/** Resolves symbolic links, because they may lead out of the folder. */
async function readLocal(path: string, roots: readonly string[]): Promise<Buffer> {
  try {
    const real = await realpath(await resolveSpelling(path));
    if (!roots.some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep)))
      throw pictureError('points outside the pictures folder; put the file itself into that folder.');
    const { size } = await stat(real);
    if (size > MAX_PICTURE_BYTES)
      throw pictureError(`is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB; make it smaller.`);
    return await readFile(real);
  } catch (error) {
    if (isPictureError(error)) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw pictureError(missing ? 'does not exist; put the file into the pictures folder.' : 'is not a readable file.');
  }
}
