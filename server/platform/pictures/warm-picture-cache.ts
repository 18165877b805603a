import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PictureQuery, Resizer } from './resize.ts';

/**
 * Most used first. A phone shows a card tile (358 points) at 720 or 1280 and a product tile (173) at 480 or 640; wide
 * windows use 320 to 960.
 */
const WIDTHS = [720, 1280, 480, 640, 960, 320] as const;
/** Widths for occasion pictures, which are 88 points wide; phones first. */
const SMALL_WIDTHS = [320, 160] as const;
const FORMAT = 'avif';
/** Long enough for startup to finish. */
const BEGIN_AFTER_MS = 1_000;
/** Minimum pause. After longer renderings, the pause is as long as the rendering, to use half a processor. */
const PAUSE_MS = 40;
const LOOK_AGAIN_MS = 20_000;
/** Limited, because rendering thousands of products would keep the processor busy for hours. */
const MAX_PAGES = 20;

type ShopPicture = { id: string; version: string };
type WarmOptions = {
  resizer: Resizer;
  smallPictures(): Promise<readonly ShopPicture[]>;
  listPictures(page: number): Promise<readonly ShopPicture[]>;
  newestProduct(): Promise<number>;
  onError(error: unknown, id?: string): void;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Renders the pictures of the first pages in advance, at startup and for new products, one at a time. Yields to
 * visitors.
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

/** Rejects when aborted or when a page cannot be read. */
export async function renderPages(options: RenderOptions): Promise<void> {
  await renderAll(options, await options.smallPictures(), SMALL_WIDTHS);
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const pictures = await options.listPictures(page);
    if (pictures.length === 0) return;
    await renderAll(options, pictures, WIDTHS);
  }
}

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
      const error = await catchError(resizer.render({ id, version, width, format: FORMAT }));
      if (error) {
        failed.add(id);
        onError(error.error, id);
      }
      await wait(Math.max(PAUSE_MS, performance.now() - began));
    }
  }
}

function catchError(work: Promise<unknown>): Promise<{ error: unknown } | null> {
  return work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}
