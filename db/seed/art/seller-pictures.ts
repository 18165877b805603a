/** Logo 600 x 600 (can be cropped to a circle), header 1200 x 480, plaque 640 x 240. */

import { lettering, sizeToFit } from './lettering.ts';
import { type SellerKey, signs } from './marks.ts';
import { hue as c, lighter, mix } from './palette.ts';
import { arch, box, disc, picture, place, times } from './shapes.ts';
import { getSketch } from './sketches.ts';
import { shadow } from './stages.ts';

type Look = {
  name: [string, string];
  ground: string;
  main: string;
  second: string;
  wall: string;
  shape: string;
  table: string;
  row: string[];
};

export const looks: Record<SellerKey, Look> = {
  'tide-and-kiln': {
    name: ['Tide', '& Kiln'],
    ground: c.terracotta,
    main: c.cream,
    second: c.terracotta,
    wall: c.blush,
    shape: c.salmon,
    table: c.terracotta,
    row: ['pouring-jug', 'nesting-bowls', 'bud-vase', 'moon-mug', 'harbour-vase'],
  },
  'lamplight-lane': {
    name: ['Lamplight', 'Lane Books'],
    ground: c.navy,
    main: c.cream,
    second: c.ochre,
    wall: c.navy,
    shape: '#2A4A72',
    table: c.oak,
    row: ['backyard-birds', 'five-book-shelf', 'small-weather', 'sunday-kitchen', 'where-wombat-went'],
  },
  'wattle-and-balm': {
    name: ['Wattle', '& Balm'],
    ground: c.sage,
    main: c.forest,
    second: c.butter,
    wall: c.mint,
    shape: c.sage,
    table: c.cream,
    row: ['finger-lime-cleanser', 'macadamia-butter', 'desert-lime-oil', 'river-mint-candle', 'lemon-myrtle-wash'],
  },
  'tumbledown-toys': {
    name: ['Tumbledown', 'Toys'],
    ground: c.ochre,
    main: c.navy,
    second: c.coral,
    wall: c.sky,
    shape: c.mist,
    table: c.ochre,
    row: ['puddle-duck', 'ring-tower', 'goods-train', 'barnaby-bear', 'first-blocks'],
  },
  'slow-magpie': {
    name: ['Slow Magpie', 'Coffee'],
    ground: c.blush,
    main: c.ink,
    second: c.paper,
    wall: c.coral,
    shape: c.salmon,
    table: c.plum,
    row: ['stovetop-pot', 'first-light', 'magpie-cup', 'night-shift', 'slow-dripper'],
  },
  'eider-and-flax': {
    name: ['Eider', '& Flax'],
    ground: c.mist,
    main: c.navy,
    second: c.ochre,
    wall: c.sky,
    shape: c.mist,
    table: c.cream,
    row: ['bath-towels', 'pillowcase-pair', 'sheet-set', 'wool-throw', 'floor-cushions'],
  },
  'far-paddock': {
    name: ['Far', 'Paddock'],
    ground: c.pine,
    main: c.cream,
    second: c.ochre,
    wall: c.butter,
    shape: c.clay,
    table: c.forest,
    row: ['camp-cap', 'ridge-pack', 'firelight-lantern', 'two-night-tent', 'steel-flask'],
  },
  'verandah-green': {
    name: ['Verandah', 'Green'],
    ground: c.cream,
    main: c.coral,
    second: c.pine,
    wall: c.sage,
    shape: c.mint,
    table: c.clay,
    row: ['snake-plant', 'watering-can', 'monstera', 'boston-fern', 'rubber-plant'],
  },
};

export const logo = (key: SellerKey) => {
  const { ground, main, second } = looks[key];
  return picture(
    600,
    600,
    box(0, 0, 600, 600, ground),
    place({ x: 300, y: 300, scale: 1.04 }, signs[key](main, second)),
  );
};

export function header(key: SellerKey): string {
  const { wall, shape, table, row } = looks[key];
  const things = row.map((name, i) => {
    const { object, height, width } = getSketch(name);
    const scale = Math.min(290 / height, 220 / Math.max(width, 200)) * (i % 2 ? 1.06 : 0.96);
    return place({ x: 130 + i * 235, y: 418 + (i % 2) * 18, scale }, shadow(width || 300), object);
  });
  const wallArt = times(5, (i) =>
    i % 2 ? disc(130 + i * 235, 200, 96, shape) : arch(130 + i * 235, 392, 190, 340, shape),
  );
  return picture(
    1200,
    480,
    box(0, 0, 1200, 480, wall),
    wallArt,
    box(0, 388, 1200, 92, table),
    box(0, 388, 1200, 8, lighter(table, 0.2)),
    ...things,
  );
}

export function plaque(key: SellerKey): string {
  const { ground, main, second, name } = looks[key];
  const ink = key === 'far-paddock' || key === 'wattle-and-balm' || key === 'verandah-green' ? c.forest : c.ink;
  const size = Math.min(...name.map((words) => sizeToFit(words, 350, 78, 800)));
  const words = name.map((text, i) =>
    lettering(text, {
      x: 232,
      y: 120 + (i ? size * 0.92 : 0) - size * 0.12,
      size,
      fill: ink,
      weight: 800,
      anchor: 'start',
    }),
  );
  return picture(
    640,
    240,
    box(0, 0, 640, 240, c.paper, 36),
    disc(126, 120, 88, ground),
    place({ x: 126, y: 120, scale: 0.3 }, signs[key](main, second)),
    ...words,
  );
}

export function signature(key: SellerKey, x: number, y: number, fill: string, ground: string, height = 64): string {
  // The logo of verandah-green has no holes, so its second colour needs its own tone.
  const second = key === 'verandah-green' ? mix(fill, ground, 0.4) : ground;
  const words = looks[key].name.join(' ');
  return (
    place({ x: x + height / 2, y, scale: height / 400 }, signs[key](fill, second)) +
    lettering(words, {
      x: x + height * 1.24,
      y: y + height * 0.19,
      size: height * 0.56,
      fill,
      weight: 700,
      anchor: 'start',
    })
  );
}
