import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { createLimiter, createSingleFlight } from '#server/platform/kernel/concurrency.ts';
import type { Files } from '#server/platform/ports/files.ts';
import { baselineJpeg } from './jpeg.ts';
import type { PictureFile } from './open-picture.ts';
import { openPicture } from './open-picture.ts';

/** Fixed widths and formats, so that clients cannot fill the disk. */
export const WIDTHS = [160, 320, 480, 640, 720, 960, 1280] as const;
export const FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureWidth = (typeof WIDTHS)[number];
export type PictureFormat = (typeof FORMATS)[number];

export type PictureSource = PictureFile & { version: string };
/** `version` is from the URL, so a cached rendering is served without loading the source. */
export type PictureQuery = { id: string; width: PictureWidth; format: PictureFormat; version?: string | undefined };
export type RenderedPicture = { bytes: Buffer; contentType: string; etag: string; version: string };
export type Resizer = {
  render(query: PictureQuery): Promise<RenderedPicture | null>;
  /** Resolves when nothing is being rendered, so that cache warming yields to visitors. */
  idle(): Promise<void>;
};

export type ResizerOptions = {
  files: Pick<Files, 'read' | 'write'>;
  loadSource(id: string): Promise<PictureSource | null>;
  /**
   * Called when the disk is full or the bucket unreachable; the picture is still served. Without this function, the
   * request fails.
   */
  onCacheError?: (error: unknown) => void;
};

const CONTENT_TYPES: Record<PictureFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Part of the cached files' names. Raise it when an encoder setting changes. */
const RECIPE = 1;
const RENDERS_AT_ONCE = 2;

// AVIF effort 1 takes a tenth of the time of effort 4, and files are a few per cent larger.
const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 58, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 4 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg(baselineJpeg({ quality: 82, fineColour: false })),
};

/**
 * Renders each id, version, width and format once. Returns null for an unknown id. Never enlarges rasters; strips
 * metadata such as location.
 */
export function createResizer({ files, loadSource, onCacheError = rethrow }: ResizerOptions): Resizer {
  const loadOnce = createSingleFlight<PictureSource | null>();
  const renderOnce = createSingleFlight<Buffer>();
  const limit = createLimiter({ concurrency: RENDERS_AT_ONCE, maxWaiting: 300, waitMs: 20_000 });

  async function readStored(name: string): Promise<Buffer | null> {
    const bytes = await files.read(name).catch((error: unknown) => {
      onCacheError(error);
      return null;
    });
    // Treats an empty file as missing, because a crash can leave one.
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
