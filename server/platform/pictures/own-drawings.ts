import type { PictureSource } from './resize.ts';

const OWN_DRAWINGS: readonly string[] = ['empty-cart', 'empty-orders', 'not-found', 'error', 'secure-mobile'];

export const isOwnDrawing = (id: string): boolean => OWN_DRAWINGS.includes(id);

/** Loads drawing code lazily, for a fast startup. */
export async function loadOwnDrawing(id: string): Promise<PictureSource & { ground: string }> {
  const { drawArtPicture } = await import('#db/seed/art/draw.ts');
  const { source: bytes, ...picture } = drawArtPicture(id);
  return { bytes, ...picture };
}
