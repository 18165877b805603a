import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Resizer } from './resize.ts';

/**
 * What phones ask for first: tiles and product pictures at their usual widths, in the format nearly all of them take.
 */
const WIDTHS = [480, 720, 960] as const;
const FORMAT = 'avif';
/** The first visitor is served before the cache is warmed; the pauses leave the processor to other requests. */
const BEGIN_AFTER_MS = 3_000;
const PAUSE_MS = 40;
/** What visitors see first; a catalogue of thousands would keep the processor busy for hours. */
const MOST_PAGES = 20;

type WarmOptions = {
  resizer: Resizer;
  /** Pictures by page, in the order the shop shows them; an empty page is the end. */
  picturesOf(page: number): Promise<readonly { id: string; version: string }[]>;
  /** With the id of the picture that failed to render; without an id rendering has stopped. */
  onError(error: unknown, id?: string): void;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Renders the pictures of the first pages of products once the server listens, one at a time, so that the first visitor
 * after a start with an empty cache does not wait for them. A picture that is cached already costs one file read.
 */
export function warmPictureCache(app: FastifyInstance, options: WarmOptions): void {
  const closing = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal, ref: false });
  let rendering: Promise<void> = Promise.resolve();
  app.addHook('onListen', async () => {
    rendering = renderPages({ wait, ...options }).catch((error: unknown) => {
      if (!closing.signal.aborted) options.onError(error);
    });
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await rendering;
  });
}

/**
 * A picture that fails to render is reported once and skipped. Rejects when it is aborted or a page cannot be read.
 */
export async function renderPages({ resizer, picturesOf, onError, wait }: Required<WarmOptions>): Promise<void> {
  await wait(BEGIN_AFTER_MS);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const pictures = await picturesOf(page);
    if (pictures.length === 0) return;
    for (const { id, version } of pictures) {
      for (const width of WIDTHS) {
        const failed = await errorOf(resizer.render({ id, version, width, format: FORMAT }));
        if (failed) onError(failed.error, id);
        await wait(PAUSE_MS);
        if (failed) break;
      }
    }
  }
}

function errorOf(work: Promise<unknown>): Promise<{ error: unknown } | null> {
  return work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}
