import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PictureQuery, Resizer } from './resize.ts';

/**
 * What is asked for first: tiles and product pictures in the format nearly all browsers take, the widths in the order
 * of how many screens choose them. A card's tile is 358 points wide on a phone and takes 720 or 1280 pixels, a
 * product's 173 and takes 480 or 640; wide windows take 320 to 960.
 */
const WIDTHS = [720, 1280, 480, 640, 960, 320] as const;
/** Of the row of occasions, whose pictures are 88 points wide: on phones, on other screens. */
const SMALL_WIDTHS = [320, 160] as const;
const FORMAT = 'avif';
/** A start is over by then. */
const BEGIN_AFTER_MS = 1_000;
/** At least; else as long as the drawing before took, so that drawing ahead takes half a processor at most. */
const PAUSE_MS = 40;
/** How soon pictures of products that came in, by whichever process, are drawn. */
const LOOK_AGAIN_MS = 20_000;
/** What visitors see first; a catalogue of thousands would keep the processor busy for hours. */
const MOST_PAGES = 20;

type ShopPicture = { id: string; version: string };
type WarmOptions = {
  resizer: Resizer;
  /** What stands small above the products. */
  smallPictures(): Promise<readonly ShopPicture[]>;
  /** Pictures by page, in the order the shop shows them; an empty page is the end. */
  picturesOf(page: number): Promise<readonly ShopPicture[]>;
  /** The id of the product that came in last, 0 when there is none. */
  newestProduct(): Promise<number>;
  /** With the id of the picture that failed to render; without an id the pages could not be read. */
  onError(error: unknown, id?: string): void;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Renders the pictures of the first pages of products once the server listens and whenever products come in, one at a
 * time, so that the first visitor does not wait for them. A picture that is cached already costs one file read. What is
 * asked for by a visitor is drawn first.
 */
export function warmPictureCache(app: FastifyInstance, options: WarmOptions): void {
  const closing = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal, ref: false });
  let rendering: Promise<void> = Promise.resolve();
  app.addHook('onListen', async () => {
    rendering = keepWarm({ wait, ...options }).catch((error: unknown) => {
      if (!closing.signal.aborted) options.onError(error);
    });
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await rendering;
  });
}

/** Ends only by being aborted; while the database does not answer it is asked again. */
export async function keepWarm(options: Required<WarmOptions>): Promise<void> {
  await options.wait(BEGIN_AFTER_MS);
  for (let drawn: number | null = null; ; await options.wait(LOOK_AGAIN_MS)) {
    try {
      const newest = await options.newestProduct();
      if (newest !== drawn) await renderPages(options);
      drawn = newest;
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      options.onError(error);
    }
  }
}

type RenderOptions = Omit<Required<WarmOptions>, 'newestProduct'>;

/** What stands small first, then a page at a time. Rejects when it is aborted or a page cannot be read. */
export async function renderPages(options: RenderOptions): Promise<void> {
  await renderAll(options, await options.smallPictures(), SMALL_WIDTHS);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const pictures = await options.picturesOf(page);
    if (pictures.length === 0) return;
    await renderAll(options, pictures, WIDTHS);
  }
}

/** All pictures, one width after the other. A picture that fails to render is reported once and skipped. */
async function renderAll(
  { resizer, onError, wait }: RenderOptions,
  pictures: readonly ShopPicture[],
  widths: readonly PictureQuery['width'][],
): Promise<void> {
  const failed = new Set<string>();
  for (const width of widths) {
    for (const { id, version } of pictures.filter((picture) => !failed.has(picture.id))) {
      await resizer.idle();
      const began = performance.now();
      const error = await errorOf(resizer.render({ id, version, width, format: FORMAT }));
      if (error) {
        failed.add(id);
        onError(error.error, id);
      }
      await wait(Math.max(PAUSE_MS, performance.now() - began));
    }
  }
}

function errorOf(work: Promise<unknown>): Promise<{ error: unknown } | null> {
  return work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}
