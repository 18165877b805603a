import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Resizer } from './resize.ts';

/**
 * What phones ask for first: tiles and product pictures at their usual widths, in the format nearly all of them take.
 */
const WIDTHS = [480, 720, 960] as const;
const FORMAT = 'avif';
/** The first visitor is served before anything is drawn ahead, and between two pictures there is room for others. */
const BEGIN_AFTER_MS = 3_000;
const PAUSE_MS = 40;
/** What visitors see first; a catalogue of thousands would keep the processor busy for hours. */
const MOST_PAGES = 20;

type Ahead = {
  resizer: Resizer;
  /** Pictures by page, in the order the shop shows them; an empty page is the end. */
  picturesOf(page: number): Promise<readonly { id: string; version: string }[]>;
  /** With the id of the picture that could not be drawn; without one nothing more is drawn ahead. */
  onError(error: unknown, id?: string): void;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Draws the pictures of the shop window once the server listens, one at a time, so that the first visitor after an
 * empty start does not wait for a page of drawings: the first pages only. What is on disk already costs a look at a
 * file.
 */
export function drawPicturesAhead(app: FastifyInstance, ahead: Ahead): void {
  const closing = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal, ref: false });
  let work: Promise<void> = Promise.resolve();
  app.addHook('onListen', async () => {
    work = drawAll({ wait, ...ahead }).catch((error: unknown) => {
      if (!closing.signal.aborted) ahead.onError(error);
    });
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await work;
  });
}

/**
 * A picture that cannot be drawn is reported once and left out. Rejects when the work is aborted or a page cannot be
 * read.
 */
export async function drawAll({ resizer, picturesOf, onError, wait }: Required<Ahead>): Promise<void> {
  await wait(BEGIN_AFTER_MS);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const pictures = await picturesOf(page);
    if (pictures.length === 0) return;
    for (const { id, version } of pictures) {
      for (const width of WIDTHS) {
        const wrong = await problemOf(resizer.render({ id, version, width, format: FORMAT }));
        if (wrong) onError(wrong.error, id);
        await wait(PAUSE_MS);
        if (wrong) break;
      }
    }
  }
}

function problemOf(work: Promise<unknown>): Promise<{ error: unknown } | null> {
  return work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}
