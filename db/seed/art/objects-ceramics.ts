/** The bottom centre of an object is (0, 0). Objects are 200 to 620 units high. */
import { emoji } from './emoji.ts';
import { lathe, type Profile } from './lathe.ts';
import { darker, hue, lighter } from './palette.ts';
import { box, d, line, oval, path, place, solid } from './shapes.ts';

type Two = { fill: string; glaze?: string };

export function mug({ fill, glaze = lighter(fill) }: Two): string {
  const body: Profile = [
    [0, 118],
    [16, 134],
    [150, 146],
    [270, 148],
  ];
  return [
    path('M 130 -214 C 250 -236 262 -62 122 -62', { stroke: darker(fill, 0.1), width: 30 }),
    lathe({ profile: body, fill, bands: [{ from: 128, to: 270, fill: glaze }] }),
    oval(0, -270, 148, 22, darker(glaze, 0.14)),
    oval(0, -264, 128, 13, darker(hue.bark, 0.2)),
  ].join('');
}

export function bowl({ fill, glaze = lighter(fill) }: Two): string {
  const body: Profile = [
    [0, 92],
    [18, 84],
    [40, 118],
    [110, 206],
    [190, 244],
  ];
  return [
    lathe({ profile: body, fill, bands: [{ from: 120, to: 190, fill: glaze }], shine: false }),
    oval(0, -190, 244, 38, darker(glaze, 0.1)),
    oval(0, -184, 222, 28, darker(glaze, 0.26)),
  ].join('');
}

export const bowlNest = (outer: string, middle: string, inner: string) =>
  [
    place({ y: -152, scale: 0.62 }, bowl({ fill: inner })),
    place({ y: -78, scale: 0.8 }, bowl({ fill: middle })),
    bowl({ fill: outer }),
  ].join('');

export const plates = (colours: string[]) =>
  colours
    .map((fill, i) => {
      const y = -i * 46;
      const rim = solid(
        d('M -236', y - 44, 'H 236 C 216', y - 10, 150, y, 96, y, 'H -96 C -150', y, -216, y - 10, -236, y - 44, 'Z'),
        fill,
      );
      return rim + solid(d('M 60', y - 44, 'H 236 C 216', y - 10, 150, y, 96, y, 'H 40 Z'), darker(fill, 0.14));
    })
    .join('') + oval(0, -44 - (colours.length - 1) * 46, 236, 15, darker(colours.at(-1)!, 0.09));

export const budVase = (fill: string, glaze: string) => {
  const body: Profile = [
    [0, 84],
    [14, 96],
    [96, 128],
    [180, 96],
    [236, 42],
    [300, 30],
    [336, 46],
  ];
  return (
    lathe({ profile: body, fill, bands: [{ from: 150, to: 336, fill: glaze }] }) +
    oval(0, -336, 46, 9, darker(glaze, 0.3))
  );
};

export const tallVase = (fill: string, glaze: string, stripe: string) => {
  const body: Profile = [
    [0, 96],
    [16, 108],
    [200, 150],
    [380, 158],
    [470, 112],
    [530, 72],
    [590, 92],
  ];
  const bands = [
    { from: 0, to: 150, fill: stripe },
    { from: 330, to: 590, fill: glaze },
  ];
  return lathe({ profile: body, fill, bands }) + oval(0, -590, 92, 15, darker(glaze, 0.34));
};

export function jug({ fill, glaze = lighter(fill) }: Two): string {
  const body: Profile = [
    [0, 104],
    [14, 116],
    [110, 142],
    [220, 116],
    [310, 88],
    [390, 110],
  ];
  return [
    path('M 92 -336 C 240 -350 238 -130 118 -112', { stroke: darker(fill, 0.1), width: 28 }),
    lathe({ profile: body, fill, bands: [{ from: 200, to: 390, fill: glaze }] }),
    solid(
      'M -110 -390 C -140 -392 -150 -400 -158 -412 C -120 -404 60 -402 110 -390 C 60 -374 -60 -374 -110 -390 Z',
      darker(glaze, 0.22),
    ),
  ].join('');
}

export const candlestick = (fill: string, glaze: string) => {
  const foot: Profile = [
    [0, 150],
    [18, 150],
    [36, 60],
    [90, 34],
    [130, 44],
    [150, 66],
    [180, 66],
  ];
  return (
    box(-26, -440, 52, 270, hue.cream, 10) +
    box(4, -440, 22, 270, darker(hue.cream, 0.09), 8) +
    line('M 0 -440 v -22', hue.ink, 5) +
    solid('M 0 -534 C 44 -486 26 -452 0 -452 C -26 -452 -44 -486 0 -534 Z', hue.ochre) +
    solid('M 0 -496 C 20 -474 12 -456 0 -456 C -12 -456 -20 -474 0 -496 Z', hue.butter) +
    lathe({ profile: foot, fill, bands: [{ from: 120, to: 180, fill: glaze }] })
  );
};

export const pot = (fill: string, rim = darker(fill, 0.08)) =>
  lathe({
    profile: [
      [0, 118],
      [10, 126],
      [210, 166],
    ],
    fill,
  }) +
  lathe({
    profile: [
      [196, 182],
      [262, 186],
    ],
    fill: rim,
    shine: false,
  });

const greens = { '#86d72f': hue.leaf, '#44911b': hue.pine, '#c3ef3c': hue.sage };

export const cactusPots = (firstColour: string, two: string, three: string) =>
  [
    place({ x: -170, scale: 0.6 }, place({ y: -240 }, emoji('cactus', 300, greens)), pot(firstColour)),
    place({ x: 180, scale: 0.56 }, place({ y: -240 }, emoji('cactus', 260, greens)), pot(three)),
    place({ x: 0, y: 36, scale: 0.78 }, place({ y: -246 }, emoji('cactus', 330, greens)), pot(two)),
  ].join('');
