import { emoji } from './emoji.ts';
import { lettering, sizeToFit } from './lettering.ts';
import { knot } from './marks.ts';
import { budVase, jug } from './objects-ceramics.ts';
import { bookPile, parcel } from './objects-paper.ts';
import { leaf, wattle } from './objects-plants.ts';
import { kite } from './objects-toys.ts';
import { lantern } from './objects-vessels.ts';
import { hue as c, darker, lighter } from './palette.ts';
import { box, d, disc, line, oval, path, picture, place, solid, star, times } from './shapes.ts';
import { shadow } from './stages.ts';

export const wordmark = (fill: string) =>
  picture(
    640,
    160,
    place({ x: 92, y: 80, scale: 0.36 }, knot(fill, 46)),
    lettering('Handsel', {
      x: 184,
      y: 116,
      size: sizeToFit('Handsel', 440, 122, 800),
      fill,
      weight: 800,
      anchor: 'start',
    }),
  );

export const appIcon = (ground: string) =>
  picture(512, 512, box(0, 0, 512, 512, ground), place({ x: 256, y: 256, scale: 0.92 }, knot(c.paper, 48)));

/** Draws a phone of 300 x 600 around (0, 0). `content` uses screen coordinates (264 x 564). */
export const phone = (screen: string, ...content: string[]) =>
  box(-150, -300, 300, 600, c.ink, 48) +
  box(-134, -284, 268, 568, screen, 36) +
  box(-44, -272, 88, 16, c.ink, 8) +
  place({ x: -134, y: -284 }, ...content);

export const secureMobile = () =>
  picture(
    800,
    600,
    box(0, 0, 800, 600, c.mint),
    disc(400, 300, 250, c.sage),
    box(0, 520, 800, 80, c.pine),
    place(
      { x: 330, y: 316, scale: 0.82, turn: -6 },
      phone(
        c.paper,
        disc(134, 130, 54, c.mist),
        place({ x: 134, y: 140, scale: 0.2 }, knot(c.pine, 52)),
        times(6, (i) => box(22 + i * 38, 230, 30, 44, i < 4 ? c.pine : c.mist, 8)),
        times(9, (i) => disc(66 + (i % 3) * 68, 340 + Math.floor(i / 3) * 66, 24, c.mist)),
      ),
    ),
    place(
      { x: 548, y: 350 },
      solid(
        'M 0 -150 C 50 -112 90 -106 124 -106 C 130 30 80 110 0 146 C -80 110 -130 30 -124 -106 C -90 -106 -50 -112 0 -150 Z',
        c.coral,
      ),
      solid('M 0 -150 C 50 -112 90 -106 124 -106 C 130 30 80 110 0 146 Z', darker(c.coral)),
      path('M -50 0 L -12 40 L 58 -42', { stroke: c.paper, width: 26 }),
    ),
  );

export const poweredBy = () =>
  picture(
    480,
    120,
    box(0, 0, 480, 120, c.ink, 60),
    place({ x: 74, y: 62, scale: 0.2 }, knot(c.salmon, 50)),
    lettering('Powered by', { x: 132, y: 50, size: 27, fill: c.sand, weight: 500, anchor: 'start' }),
    lettering('Handsel', { x: 130, y: 94, size: 48, fill: c.paper, weight: 800, anchor: 'start' }),
  );

const bush = { '#44911b': c.leaf, '#6d4534': c.bark };

const scene = (wall: string, shape: string, floor: string, ...content: string[]) =>
  picture(
    600,
    480,
    box(0, 0, 600, 480, wall, 32),
    disc(300, 220, 170, shape),
    solid('M 0 384 H 600 V 448 a 32 32 0 0 1 -32 32 H 32 a 32 32 0 0 1 -32 -32 Z', floor),
    ...content,
  );

export const emptyStates: Record<string, () => string> = {
  'empty-cart': () =>
    scene(
      c.blush,
      c.salmon,
      c.terracotta,
      place(
        { x: 300, y: 416, scale: 0.92 },
        shadow(330),
        solid('M -150 -210 H 150 L 122 0 H -122 Z', c.butter),
        solid('M 60 -210 H 150 L 122 0 H 60 Z', darker(c.butter, 0.1)),
        times(4, (i) => line(d('M', -140 + i * 5, -170 + i * 46, 'H', 140 - i * 5), c.oak, 8)),
        path('M -110 -210 C -110 -340 110 -340 110 -210', { stroke: c.oak, width: 20 }),
        box(-164, -224, 328, 30, c.oak, 15),
      ),
      place({ x: 478, y: 424, scale: 0.44, turn: 30 }, leaf(180, 40, c.pine)),
      star(120, 110, 18, c.paper, 8, 0.44),
    ),
  'empty-orders': () =>
    scene(
      c.mist,
      c.sky,
      c.sea,
      place({ x: 300, y: 420, scale: 0.72 }, shadow(370), parcel(c.clay, c.paper, c.butter)),
      place({ x: 490, y: 420, scale: 0.6 }, budVase(c.coral, c.paper)),
      place({ x: 112, y: 430, scale: 0.5 }, bookPile([c.coral, c.butter, c.navy])),
    ),
  'not-found': () =>
    scene(
      c.sky,
      c.mist,
      c.moss,
      place({ x: 300, y: 400, scale: 0.58, turn: 10 }, kite(c.coral, c.ochre, c.paper, c.navy)),
      path('M 470 400 V 200', { stroke: c.bark, width: 18, cap: 'butt' }),
      [0, 1]
        .map((i) =>
          place(
            { x: 470, y: 220 + i * 66, turn: i ? 5 : -6, flip: i === 1 },
            solid('M -70 -26 H 66 L 96 0 L 66 26 H -70 Z', i ? c.ochre : c.coral),
          ),
        )
        .join(''),
    ),
  error: () =>
    scene(
      c.butter,
      c.ochre,
      c.clay,
      oval(196, 416, 150, 22, c.sky),
      oval(120, 424, 70, 12, lighter(c.sky, 0.4)),
      place({ x: 450, y: 330, turn: -82, scale: 0.82 }, jug({ fill: c.sea, glaze: c.paper })),
      place({ x: 206, y: 412, turn: -64, scale: 0.46 }, wattle(330, c.pine, c.coral)),
    ),
  offline: () =>
    scene(
      c.night,
      c.navy,
      c.forest,
      place({ x: 300, y: 420, scale: 0.66 }, shadow(320), lantern(c.coral)),
      times(16, (i) => star(((i * 211) % 580) + 10, 24 + ((i * 137) % 250), 6 + (i % 3) * 3, c.paper, 4, 0.3)),
      place({ x: 110, y: 420, scale: 0.9 }, emoji('evergreen-tree', 190, bush)),
      place({ x: 500, y: 420 }, emoji('evergreen-tree', 150, bush)),
    ),
};
