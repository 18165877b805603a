import type { PictureSource } from './resize.ts';

/** Drawings on the shop's own screens, such as that of an empty cart. A shop has them whatever its catalogue holds. */
const OWN_DRAWINGS: readonly string[] = ['empty-cart', 'empty-orders', 'not-found', 'error', 'secure-mobile'];

export const isOwnDrawing = (id: string): boolean => OWN_DRAWINGS.includes(id);

/** Draws one of them. What draws is loaded now: a start would pay for it in vain. */
export async function ownDrawing(id: string): Promise<PictureSource & { ground: string }> {
  const { drawnPicture } = await import('#db/seed/art/draw.ts');
  const { source: bytes, ...picture } = drawnPicture(id);
  return { bytes, ...picture };
}
