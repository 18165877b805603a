import { readFile, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { SqlRunner } from '../../database/database.ts';
import { fetchPicture, isPictureError, MOST_PICTURE_BYTES, type Network, pictureError } from './fetch-picture.ts';
import { parseReference, pictureId } from './picture-references.ts';
import { preparePicture } from './prepare-picture.ts';
import { isKnown, nextReferences, notePicture, stageReferences, type Waiting } from './staged-pictures-store.ts';

type FailedPicture = Waiting & { sentence: string };

export type StagePictureOptions = {
  /** Folders that local pictures may be read from. */
  folders: readonly string[];
  network: Network;
  /** Fetches pictures by address again that the shop has. */
  fresh: boolean;
  report: (picture: FailedPicture) => void;
  onProgress: (done: number, total: number) => void;
};

/** How many pictures are fetched at a time. */
const AT_ONCE = 4;
const A_PAGE = 100;

/**
 * Reads, checks and re-encodes every picture the run names and the shop does not have (with `fresh` those of addresses
 * it has, too), into import_pictures. Nothing is in the shop yet; what cannot be had is reported and has no picture_id.
 */
export async function stagePictures(connection: SqlRunner, options: StagePictureOptions): Promise<void> {
  const run = inTurn(connection);
  const total = await stageReferences(run);
  const roots = await Promise.all(options.folders.map((folder) => realpath(folder)));
  let last = '';
  for (let done = 0; done < total; ) {
    const page = await nextReferences(run, { after: last, limit: A_PAGE });
    if (page.length === 0) break;
    for (let at = 0; at < page.length; at += AT_ONCE) {
      await Promise.all(page.slice(at, at + AT_ONCE).map((waiting) => stageOne(run, waiting, { ...options, roots })));
      done += Math.min(AT_ONCE, page.length - at);
      options.onProgress(done, total);
    }
    last = page.at(-1)?.reference ?? '';
  }
}

/** Pictures come several at a time, the connection takes one statement after the other. */
function inTurn({ query, exec }: SqlRunner): SqlRunner {
  let last: Promise<unknown> = Promise.resolve();
  const after = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return { query: (text, values) => after(() => query(text, values)), exec: (script) => after(() => exec(script)) };
}

type OneOptions = Pick<StagePictureOptions, 'network' | 'fresh' | 'report'> & { roots: readonly string[] };

async function stageOne(run: SqlRunner, waiting: Waiting, options: OneOptions): Promise<void> {
  const { network, fresh, report, roots } = options;
  let known = false;
  try {
    const reference = parseReference(waiting.reference);
    if (reference.kind === 'own') {
      if (!(await isKnown(run, reference.id)))
        throw pictureError('is no picture of this shop; name a file or an address.');
      return notePicture(run, { reference: waiting.reference, id: reference.id });
    }
    const bytes = reference.kind === 'file' ? await readLocal(reference.path, roots) : null;
    const id = pictureId(bytes ?? waiting.reference);
    known = await isKnown(run, id);
    if (known && !(fresh && bytes === null)) return notePicture(run, { reference: waiting.reference, id });
    const picture = await preparePicture(bytes ?? (await fetchPicture(waiting.reference, network)));
    return await notePicture(run, { reference: waiting.reference, id, picture });
  } catch (error) {
    if (!isPictureError(error)) throw error;
    const stays = known ? ' The picture the shop has stays.' : '';
    report({ ...waiting, sentence: `${shown(waiting.reference)} ${error.message}${stays}` });
    if (known) await notePicture(run, { reference: waiting.reference, id: pictureId(waiting.reference) });
  }
}

const shown = (reference: string): string => reference.replace(/^file:/, '');

/** A link inside of the folder may lead out of it: where the file really lies decides. */
async function readLocal(path: string, roots: readonly string[]): Promise<Buffer> {
  try {
    const real = await realpath(path);
    if (!roots.some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep)))
      throw pictureError('leads out of the folder of pictures; put the file itself into it.');
    const { size } = await stat(real);
    if (size > MOST_PICTURE_BYTES)
      throw pictureError(`has more than ${MOST_PICTURE_BYTES / 1_000_000} MB; make it smaller.`);
    return await readFile(real);
  } catch (error) {
    if (isPictureError(error)) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw pictureError(
      missing ? 'is not there; put the file into the folder of pictures.' : 'cannot be read as a file.',
    );
  }
}
