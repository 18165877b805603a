import type { Picture } from '#contract/shapes/product.ts';

export function imagePath(picture: Pick<Picture, 'id' | 'version'>): string {
  return `/media/${encodeURIComponent(picture.id)}/640.jpg?v=${encodeURIComponent(picture.version)}`;
}
