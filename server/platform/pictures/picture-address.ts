import type { Picture } from '#contract/shapes/product.ts';

/** Where a client that knows nothing of sizes finds the picture: a path on our own origin. */
export function imagePath(picture: Pick<Picture, 'id' | 'version'>): string {
  return `/media/${encodeURIComponent(picture.id)}/640.jpg?v=${encodeURIComponent(picture.version)}`;
}
