import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLocalFiles } from '#server/integrations/files/local.ts';
import type { PictureSource } from './resize.ts';
import { createResizer, FORMATS, WIDTHS } from './resize.ts';

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="62"><rect width="50" height="62" fill="#d9482b"/></svg>',
);

let cacheDir = '';
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'resize-'));
});
afterEach(() => rm(cacheDir, { recursive: true }));

function createStore(first: Record<string, PictureSource>) {
  const sources = new Map(Object.entries(first));
  const loads: string[] = [];
  const loadSource = async (id: string) => {
    loads.push(id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return sources.get(id) ?? null;
  };
  return { sources, loads, loadSource };
}

const card: PictureSource = { bytes: drawing, mime: 'image/svg+xml', version: 'v1' };

async function createPhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#14664e' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

it('renders a drawing in every width and every format', async () => {
  const { loadSource } = createStore({ card });
  const { render } = createResizer({ files: openLocalFiles(cacheDir), loadSource });
  for (const format of FORMATS) {
    for (const width of WIDTHS) {
      const picture = await render({ id: 'card', width, format });
      const seen = await sharp(picture?.bytes).metadata();
      expect(seen.width).toBe(width);
      expect(seen.height).toBe(Math.round(width * 0.62));
      expect(seen.format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[format]);
      expect(picture?.contentType).toBe({ avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }[format]);
    }
  }
});

it('rotates a photo upright, never enlarges it and strips its metadata', async () => {
  const bytes = await createPhoto({ width: 400, height: 200 });
  const { loadSource } = createStore({ photo: { bytes, mime: 'image/jpeg', version: '1' } });
  const { render } = createResizer({ files: openLocalFiles(cacheDir), loadSource });
  const picture = await render({ id: 'photo', width: 640, format: 'jpg' });
  const seen = await sharp(picture?.bytes).metadata();
  expect([seen.width, seen.height]).toEqual([200, 400]);
  expect([seen.exif, seen.icc, seen.xmp, seen.isProgressive]).toEqual([undefined, undefined, undefined, false]);
});

it('loads and renders a picture once for many concurrent callers, and then reads it from disk', async () => {
  const { loadSource, loads } = createStore({ card });
  const { render } = createResizer({ files: openLocalFiles(cacheDir), loadSource });
  const all = await Promise.all(Array.from({ length: 20 }, () => render({ id: 'card', width: 320, format: 'webp' })));
  expect(loads).toEqual(['card']);
  expect(new Set(all.map((picture) => picture?.bytes)).size).toBe(1);
  const files = await readdir(cacheDir, { recursive: true });
  expect(files.filter((file) => file.endsWith('.webp'))).toHaveLength(1);

  const secondResizer = createResizer({
    files: openLocalFiles(cacheDir),
    loadSource: () => Promise.reject(new Error('not needed')),
  });
  const picture = await secondResizer.render({ id: 'card', width: 320, format: 'webp', version: 'v1' });
  expect(picture).toEqual(all[0]);
});

it('renders a new version of a source picture with a new etag', async () => {
  const { loadSource, sources } = createStore({ card });
  const { render } = createResizer({ files: openLocalFiles(cacheDir), loadSource });
  const before = await render({ id: 'card', width: 160, format: 'webp' });
  sources.set('card', { ...card, bytes: Buffer.from(drawing.toString().replace('#d9482b', '#14664e')), version: 'v2' });
  const after = await render({ id: 'card', width: 160, format: 'webp', version: 'v2' });
  expect(after?.version).toBe('v2');
  expect(after?.etag).not.toBe(before?.etag);
  expect(after?.bytes.equals(before?.bytes ?? Buffer.alloc(0))).toBe(false);
});

it('renders a file again when a crash left it empty', async () => {
  const { loadSource } = createStore({ card });
  const { render } = createResizer({ files: openLocalFiles(cacheDir), loadSource });
  const query = { id: 'card', width: 160, format: 'webp', version: 'v1' } as const;
  const first = await render(query);
  const file = (await readdir(cacheDir, { recursive: true })).find((name) => name.endsWith('.webp'));
  await truncate(join(cacheDir, file ?? ''));
  expect(await render(query)).toEqual(first);
});

it('returns null for an unknown id, and throws on damaged or mislabelled bytes', async () => {
  const { loadSource } = createStore({
    sly: { bytes: drawing, mime: 'image/png', version: '1' },
    torn: { bytes: Buffer.from('not a picture'), mime: 'image/png', version: '1' },
  });
  const { render } = createResizer({ files: openLocalFiles(cacheDir), loadSource });
  expect(await render({ id: 'nobody', width: 160, format: 'webp' })).toBeNull();
  await expect(render({ id: 'sly', width: 160, format: 'webp' })).rejects.toThrow('stored as image/png contains svg');
  await expect(render({ id: 'torn', width: 160, format: 'webp' })).rejects.toThrow();
});

it('serves a picture whose cache write failed and reports the error, or throws without a reporter', async () => {
  const { loadSource } = createStore({ card });
  const blocked = join(cacheDir, 'file');
  await writeFile(blocked, '');
  const errors: unknown[] = [];
  const reporting = createResizer({
    files: openLocalFiles(blocked),
    loadSource,
    onCacheError: (error) => errors.push(error),
  });
  const picture = await reporting.render({ id: 'card', width: 160, format: 'webp' });
  expect(picture?.bytes.length).toBeGreaterThan(0);
  expect(errors).toHaveLength(2);
  const strict = createResizer({ files: openLocalFiles(blocked), loadSource });
  await expect(strict.render({ id: 'card', width: 160, format: 'webp' })).rejects.toThrow();
});

it('resolves idle() only while nothing is being rendered', async () => {
  const { loadSource } = createStore({ card });
  const isDrawing = Promise.withResolvers<void>();
  let written = 0;
  const write = async () => {
    written += 1;
    isDrawing.resolve();
  };
  const { render, idle } = createResizer({ files: { read: async () => null, write }, loadSource });
  await idle();
  const drawn = WIDTHS.map((width) => render({ id: 'card', width, format: 'avif' }));
  await isDrawing.promise;
  expect(written).toBeLessThan(WIDTHS.length - 1);
  await idle();
  expect(written).toBeGreaterThanOrEqual(WIDTHS.length - 1);
  await Promise.all(drawn);
});
