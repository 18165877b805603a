import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { createLimiter, createSingleFlight } from '#server/platform/kernel/concurrency.ts';
import type { Files } from '#server/platform/ports/files.ts';
import { baselineJpeg } from './jpeg.ts';
import type { PictureFile } from './open-picture.ts';
import { openPicture } from './open-picture.ts';

/** Widths in pixels that pictures are served at; anything else is rejected, so nobody can fill the disk with sizes. */
export const WIDTHS = [160, 320, 480, 640, 720, 960, 1280] as const;
export const FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureWidth = (typeof WIDTHS)[number];
export type PictureFormat = (typeof FORMATS)[number];

/** `version` changes whenever the bytes do. */
export type PictureSource = PictureFile & { version: string };
/** `version` is the caller's guess from the address: when that rendering is on disk, no source is loaded. */
export type PictureQuery = { id: string; width: PictureWidth; format: PictureFormat; version?: string | undefined };
export type RenderedPicture = { bytes: Buffer; contentType: string; etag: string; version: string };
export type Resizer = {
  render(query: PictureQuery): Promise<RenderedPicture | null>;
  /** Resolves when no picture is being drawn: for drawing ahead, which makes way for what visitors ask for. */
  idle(): Promise<void>;
};

export type ResizerOptions = {
  /** Where finished pictures are stored. */
  files: Pick<Files, 'read' | 'write'>;
  loadSource(id: string): Promise<PictureSource | null>;
  /**
   * Called when they cannot be stored or read (a full disk, a bucket that is down): the picture is served all the same.
   * Without it the request fails.
   */
  onCacheError?: (error: unknown) => void;
};

const CONTENT_TYPES: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Part of every cached file's name: raise it when a setting below changes. */
const RECIPE = 1;
const RENDERS_AT_ONCE = 2;

// AVIF effort 1 costs a tenth of effort 4 and makes flat artwork only a few per cent larger.
const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 58, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 4 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg(baselineJpeg({ quality: 82, fineColour: false })),
};

/**
 * Renders stored pictures at fixed widths, each one once: stored under a name made from id, version, width and
 * format. Returns null for an unknown id. Raster sources are never enlarged; metadata (place, camera) is left behind.
 */
export function createResizer({ files, loadSource, onCacheError = rethrow }: ResizerOptions): Resizer {
  const loadOnce = createSingleFlight<PictureSource | null>();
  const renderOnce = createSingleFlight<Buffer>();
  const limit = createLimiter({ concurrency: RENDERS_AT_ONCE, mostWaiting: 300, waitMs: 20_000 });

  async function readStored(name: string): Promise<Buffer | null> {
    const bytes = await files.read(name).catch((error: unknown) => {
      onCacheError(error);
      return null;
    });
    // An empty file is what a crash can leave of one: not a picture.
    return bytes?.length ? bytes : null;
  }

  let drawing = 0;
  let onIdle = Promise.withResolvers<void>();
  async function draw(source: PictureSource, query: PictureQuery): Promise<Buffer> {
    drawing += 1;
    try {
      return await limit(() => drawPicture(source, query));
    } finally {
      drawing -= 1;
      if (drawing === 0) {
        onIdle.resolve();
        onIdle = Promise.withResolvers<void>();
      }
    }
  }

  async function idle(): Promise<void> {
    while (drawing > 0) await onIdle.promise;
  }

  async function renderAndStore(query: PictureQuery, source: PictureSource): Promise<Buffer> {
    const name = cacheName(query, source.version);
    const stored = await readStored(name);
    if (stored) return stored;
    const bytes = await draw(source, query);
    await files.write(name, bytes).catch(onCacheError);
    return bytes;
  }

  async function render(query: PictureQuery): Promise<RenderedPicture | null> {
    if (query.version !== undefined) {
      const stored = await readStored(cacheName(query, query.version));
      if (stored) return describe(stored, query, query.version);
    }
    const source = await loadOnce(query.id, () => loadSource(query.id));
    if (!source) return null;
    const bytes = await renderOnce(cacheName(query, source.version), () => renderAndStore(query, source));
    return describe(bytes, query, source.version);
  }

  return { render, idle };
}

function rethrow(error: unknown): never {
  throw error;
}

async function drawPicture(source: PictureSource, { width, format }: PictureQuery): Promise<Buffer> {
  const picture = await openPicture(source);
  picture.resize({ width, withoutEnlargement: source.mime !== 'image/svg+xml' });
  return ENCODERS[format](picture).toBuffer();
}

function describe(bytes: Buffer, query: PictureQuery, version: string): RenderedPicture {
  const etag = `"${cacheName(query, version).slice(0, 32)}"`;
  return { bytes, contentType: CONTENT_TYPES[query.format], etag, version };
}

function cacheName({ id, width, format }: PictureQuery, version: string): string {
  const facts = JSON.stringify([RECIPE, id, version, width, format]);
  return `${createHash('sha256').update(facts).digest('hex')}.${format}`;
}
