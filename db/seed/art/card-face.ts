import { knot, type SellerKey } from './marks.ts';
import { hue } from './palette.ts';
import { signature } from './seller-pictures.ts';
import { box, clipped, d, picture, place, rectangle } from './shapes.ts';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 744;

export type Face = { ground: string; ink: string; seller: SellerKey; edge: 'top' | 'bottom'; art: string };

/** `ground` fills the holes of the seller's logo, so it must match the colour below the logo. */
export function cardFace({ ground, ink, seller, edge, art }: Face): string {
  const y = edge === 'top' ? 92 : CARD_HEIGHT - 88;
  return picture(
    CARD_WIDTH,
    CARD_HEIGHT,
    box(0, 0, CARD_WIDTH, CARD_HEIGHT, ground),
    clipped('edge', rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT), art),
    signature(seller, 64, y, ink, ground, 76),
    place({ x: CARD_WIDTH - 100, y, scale: 0.2 }, knot(ink, 44)),
  );
}

export const quarter = (x: number, y: number, r: number, corner: 0 | 1 | 2 | 3, fill: string) => {
  const turns = [
    d('M', x, y, 'h', r, 'a', r, r, '0 0 1', -r, r, 'z'),
    d('M', x + r, y, 'v', r, 'a', r, r, '0 0 1', -r, -r, 'z'),
    d('M', x + r, y + r, 'h', -r, 'a', r, r, '0 0 1', r, -r, 'z'),
    d('M', x, y + r, 'v', -r, 'a', r, r, '0 0 1', r, r, 'z'),
  ];
  return `<path d="${turns[corner]}" fill="${fill ?? hue.paper}"/>`;
};
