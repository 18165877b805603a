/** Marks are centred on (0, 0) within a circle of 200. */
import { leaf } from './objects-plants.ts';
import { arch, box, d, disc, line, path, place, solid, times } from './shapes.ts';

export const knot = (fill: string, weight = 40) =>
  path('M 0 -20 C -50 -130 -180 -140 -180 -40 C -180 50 -70 40 0 -20', {
    stroke: fill,
    width: weight,
  }) +
  path('M 0 -20 C 50 -130 180 -140 180 -40 C 180 50 70 40 0 -20', {
    stroke: fill,
    width: weight,
  }) +
  path('M -12 0 C -30 60 -60 100 -110 140', { stroke: fill, width: weight }) +
  path('M 12 0 C 30 60 60 100 110 140', { stroke: fill, width: weight }) +
  disc(0, -18, weight * 0.82, fill);

type Sign = (main: string, second: string) => string;

const kiln: Sign = (main, second) =>
  arch(0, 170, 300, 340, main) +
  place({}, arch(0, 170, 190, 230, second)) +
  times(3, (i) => path(d('M -64', 20 + i * 52, 'q 32 -34 64 0 t 64 0'), { stroke: main, width: 20 }));

const lamp: Sign = (main, second) =>
  line('M 0 -190 V -110', main, 16) +
  solid('M -110 10 C -110 -130 110 -130 110 10 Z', main) +
  disc(0, 20, 34, second) +
  solid(
    'M -170 90 C -100 56 -40 66 0 96 C 40 66 100 56 170 90 V 170 C 100 140 40 150 0 178 C -40 150 -100 140 -170 170 Z',
    main,
  ) +
  line('M 0 104 V 170', second, 10);

const drop: Sign = (main, second) =>
  solid('M 0 -190 C 60 -90 140 -20 140 60 C 140 220 -140 220 -140 60 C -140 -20 -60 -90 0 -190 Z', main) +
  line('M 0 150 C 6 60 -10 20 4 -70', second, 12) +
  [
    [-50, 20],
    [52, -4],
    [-34, 84],
    [58, 72],
    [4, -82],
  ]
    .map(([x, y]) => disc(x!, y!, 27, second))
    .join('');

const tumble: Sign = (main, second) =>
  place({ x: -86, y: 70, turn: -12 }, box(-80, -80, 160, 160, main, 14)) +
  disc(92, 84, 82, second) +
  place({ x: 6, y: -104, turn: 14 }, solid('M 0 -92 L 100 80 H -100 Z', main));

export const magpie: Sign = (main, second) =>
  solid(
    'M 168 -84 L 90 -112 C 74 -160 -4 -166 -22 -110 C -60 -40 -130 20 -196 150 L -120 118 C -80 150 10 150 60 90 C 110 30 106 -30 96 -70 Z',
    main,
  ) +
  solid('M -22 -60 C -8 -96 40 -92 50 -58 C 20 -30 -6 -34 -22 -60 Z', second) +
  solid('M -86 94 C -60 20 -10 -10 46 -4 C 44 50 0 100 -86 94 Z', second) +
  disc(52, -112, 11, second) +
  line('M -6 136 V 184 M 32 118 V 184', main, 11);

const flax: Sign = (main, second) =>
  line('M 0 40 C 6 100 -8 140 0 190', main, 14) +
  place({ x: 0, y: 150, turn: 54 }, leaf(110, 26, main)) +
  place({ x: 0, y: 150, turn: -54 }, leaf(110, 26, main)) +
  times(5, (i) =>
    place(
      { y: -50, turn: i * 72 },
      solid('M 0 0 C -76 -40 -66 -130 0 -126 C 66 -130 76 -40 0 0 Z', main),
      line('M 0 -34 V -88', second, 7),
    ),
  ) +
  disc(0, -50, 26, second);

const ranges: Sign = (main, second) =>
  disc(56, -70, 80, second) +
  solid('M -196 130 L -56 -96 L 20 26 L 60 -30 L 190 130 Z', main) +
  solid('M -56 -96 L -8 -20 L -50 -4 L -74 -34 L -108 -10 Z', second) +
  box(-190, 146, 380, 22, main, 11);

const awning: Sign = (main, second) =>
  times(5, (i) => solid(d('M', -180 + i * 72, '-170 h 72 v 56 a 36 36 0 0 1 -72 0 z'), i % 2 ? second : main)) +
  solid('M -74 70 H 74 L 56 186 H -56 Z', main) +
  place({ y: 74, turn: -42 }, leaf(150, 42, second)) +
  place({ y: 74, turn: 42 }, leaf(150, 42, second)) +
  place({ y: 74 }, leaf(160, 40, second));

export const signs = {
  'tide-and-kiln': kiln,
  'lamplight-lane': lamp,
  'wattle-and-balm': drop,
  'tumbledown-toys': tumble,
  'slow-magpie': magpie,
  'eider-and-flax': flax,
  'far-paddock': ranges,
  'verandah-green': awning,
} as const;

export type SellerKey = keyof typeof signs;
