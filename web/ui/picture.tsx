import { type CSSProperties, type ImgHTMLAttributes, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useInView } from './view/use-in-view.ts';

export type PictureData = { id: string; version: string; width: number; height: number; ground: string };

const WIDTHS = [160, 320, 480, 720, 960, 1280] as const;
type Width = (typeof WIDTHS)[number] | 640;

type PictureProps = {
  picture: PictureData;
  alt: string;
  sizes: string;
  /** Height divided by width. The picture is cropped to this ratio. */
  ratio?: number;
  first?: boolean;
  later?: boolean;
  className?: string;
  style?: CSSProperties;
};

export function pictureUrl({ id, version }: PictureData, width: Width, format: 'avif' | 'webp' | 'jpg'): string {
  return `/media/${encodeURIComponent(id)}/${width}.${format}?v=${encodeURIComponent(version)}`;
}

/** Full-width pictures never need the smallest width. */
const TILES = WIDTHS.slice(1);

const DENSEST = 3;

function selectWidths(sizes: string): readonly Width[] {
  const shownWidths = sizes.split(',').map((size) => size.trim().split(' ').at(-1) ?? '');
  if (!shownWidths.every((width) => /^\d+px$/.test(width))) return TILES;
  const maxWidth = Math.max(...shownWidths.map(Number.parseFloat)) * DENSEST;
  // A picture that is two percent too narrow still looks sharp.
  const enough = WIDTHS.findIndex((width) => width >= maxWidth * 0.98);
  return enough < 0 ? WIDTHS : WIDTHS.slice(0, enough + 1);
}

function sourceSet(picture: PictureData, sizes: string): string {
  return selectWidths(sizes)
    .map((width) => `${pictureUrl(picture, width, 'avif')} ${width}w`)
    .join(', ');
}

/** An empty image, which hides the browser's broken-image icon. */
const NOTHING = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

/** Milliseconds before each retry. After the last retry, only an `online` event retries. */
const RETRY_AFTER_MS = [2_000, 5_000, 15_000, 45_000];

type Loading = { address: string; isMissing: boolean; retries: number };
const begun: Loading = { address: '', isMissing: false, retries: 0 };

type MissingProps = ImgHTMLAttributes<HTMLImageElement> & { state: Loading; onRetry: (state: Loading) => void };

function MissingPicture({ state: { address, retries }, onRetry, ...attributes }: MissingProps) {
  const image = useRef<HTMLImageElement>(null);
  const inView = useInView(image);
  const pause = inView ? RETRY_AFTER_MS[retries] : undefined;
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => onRetry({ address, isMissing: false, retries: retries + 1 }), pause);
    return () => clearTimeout(timer);
  }, [pause, address, retries, onRetry]);
  // biome-ignore lint/a11y/useAltText: among the attributes.
  return <img {...attributes} ref={image} src={NOTHING} />;
}

/** Offers AVIF, with one JPEG width as fallback. Retries failed loads with backoff, and again when back online. */
export function Picture({ picture, alt, sizes, ratio, first = false, later = false, className, style }: PictureProps) {
  const box = {
    aspectRatio: ratio ? `1 / ${ratio}` : `${picture.width} / ${picture.height}`,
    backgroundColor: picture.ground,
  };
  const address = pictureUrl(picture, 640, 'jpg');
  const [state, setState] = useState(begun);
  const isMissing = state.isMissing && state.address === address;
  useEffect(() => {
    if (!isMissing) return;
    const retry = () => setState(begun);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isMissing]);
  const miss = () =>
    setState((before) => ({ ...(before.address === address ? before : begun), address, isMissing: true }));
  /** Detects a picture that failed to load before hydration. */
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') miss();
  };
  if (isMissing) {
    return (
      <MissingPicture
        state={state}
        onRetry={setState}
        alt={alt}
        width={picture.width}
        height={picture.height}
        style={{ ...box, ...style }}
        className={classes('block h-auto w-full', className)}
      />
    );
  }
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(picture, sizes)} sizes={sizes} />
      <img
        ref={look}
        onError={miss}
        src={address}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : later ? 'low' : undefined}
        decoding="async"
        style={{ ...box, ...style }}
        className={className}
      />
    </picture>
  );
}
