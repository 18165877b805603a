/** The foot of a plant is (0, 0); leaves grow up from it. */

import { pot } from './objects-ceramics.ts';
import { darker, hue, lighter } from './palette.ts';
import { box, d, disc, line, oval, path, place, solid, times } from './shapes.ts';

export const leaf = (length: number, width: number, fill: string) =>
  solid(
    d(
      'M 0 0 C',
      -width,
      -length * 0.3,
      -width * 0.8,
      -length * 0.75,
      0,
      -length,
      'C',
      width * 0.8,
      -length * 0.75,
      width,
      -length * 0.3,
      '0 0 Z',
    ),
    fill,
  ) +
  solid(d('M 0 0 C', width, -length * 0.3, width * 0.8, -length * 0.75, 0, -length, 'Z'), darker(fill, 0.14)) +
  line(d('M 0 0 V', -length * 0.86), lighter(fill, 0.2), Math.max(3, length / 70));

export const gumBranch = (length: number, fill: string, nuts?: string) =>
  path(d('M 0 0 C 20', -length * 0.3, -20, -length * 0.7, 10, -length), {
    stroke: darker(fill, 0.3),
    width: length / 46,
  }) +
  times(6, (i) => {
    const y = -length * (0.16 + i * 0.14);
    const size = length * (0.34 - i * 0.026);
    return place(
      { x: 2, y, turn: i % 2 ? 64 : -64 },
      leaf(size, size * 0.17, i % 3 === 1 ? lighter(fill, 0.16) : fill),
    );
  }) +
  place({ x: 10, y: -length }, leaf(length * 0.24, length * 0.045, fill)) +
  (nuts ? times(3, (i) => disc(12 - i * 14, -length * 0.52 + i * length * 0.05, length * 0.03, nuts)) : '');

export const wattle = (length: number, green: string, bloom: string) =>
  path(d('M 0 0 C 30', -length * 0.4, -10, -length * 0.7, 20, -length), { stroke: green, width: length / 50 }) +
  times(9, (i) => {
    const y = -length * (0.14 + i * 0.095);
    return place(
      { x: 8, y, turn: i % 2 ? 58 : -58 },
      times(5, (n) => oval(0, -length * (0.05 + n * 0.048), length * 0.03, length * 0.013, green)),
      line(d('M 0 0 V', -length * 0.26), green, length / 130),
    );
  }) +
  times(14, (i) => {
    const y = -length * (0.2 + (i % 7) * 0.12);
    const side = i < 7 ? 1 : -1;
    return disc(
      8 + side * length * (0.09 + ((i * 5) % 3) * 0.045),
      y,
      length * (0.036 + (i % 3) * 0.007),
      i % 4 ? bloom : lighter(bloom, 0.34),
    );
  }) +
  disc(20, -length, length * 0.04, bloom);

export const banksia = (size: number, cone: string, tip: string, green: string) =>
  times(7, (i) =>
    place({ y: 0, turn: -78 + i * 26 }, leaf(size * 0.92, size * 0.1, i % 2 ? green : darker(green, 0.14))),
  ) +
  solid(
    d(
      'M',
      -size * 0.24,
      -size * 0.1,
      'C',
      -size * 0.32,
      -size * 0.7,
      -size * 0.2,
      -size * 0.96,
      0,
      -size,
      'C',
      size * 0.2,
      -size * 0.96,
      size * 0.32,
      -size * 0.7,
      size * 0.24,
      -size * 0.1,
      'C',
      size * 0.14,
      0,
      -size * 0.14,
      0,
      -size * 0.24,
      -size * 0.1,
      'Z',
    ),
    cone,
  ) +
  times(7, (row) =>
    times(5, (n) => {
      const y = -size * (0.14 + row * 0.115);
      const reach = size * (0.22 - Math.abs(row - 2.6) * 0.018);
      return disc((n - 2) * reach * 0.46 + (row % 2 ? reach * 0.2 : 0), y, size * 0.022, tip);
    }),
  );

const monsteraLeaf = (size: number, fill: string) =>
  solid(
    d(
      'M 0 0 C',
      -size * 0.7,
      -size * 0.1,
      -size * 0.66,
      -size * 0.8,
      0,
      -size,
      'C',
      size * 0.66,
      -size * 0.8,
      size * 0.7,
      -size * 0.1,
      '0 0 Z',
    ),
    fill,
  ) +
  solid(d('M 0 0 C', size * 0.7, -size * 0.1, size * 0.66, -size * 0.8, 0, -size, 'Z'), darker(fill, 0.13)) +
  line(d('M 0 0 V', -size * 0.84), lighter(fill, 0.24), size / 42);

const notchedEdge = (size: number, side: 1 | -1) =>
  Array.from({ length: 25 }, (_, i) => {
    const t = i / 24;
    const x = 3 * t * (1 - t) ** 2 * 0.72 + 3 * t * t * (1 - t) * 0.68;
    const y = 3 * t * (1 - t) ** 2 * 0.1 + 3 * t * t * (1 - t) * 0.8 + t ** 3;
    const notch = i === 8 || i === 13 || i === 18;
    return d(side * size * (notch ? x * 0.34 : x), -size * (notch ? y - 0.05 : y));
  });

export const splitLeaf = (size: number, fill: string) => {
  const [right, left] = [notchedEdge(size, 1), notchedEdge(size, -1)];
  return (
    solid(`M${[...right, ...left.toReversed()].join('L')}Z`, fill) +
    solid(`M${right.join('L')}Z`, darker(fill, 0.13)) +
    line(d('M 0 0 V', -size * 0.84), lighter(fill, 0.24), size / 42)
  );
};

const stem = (x: number, y: number, fill: string) =>
  path(d('M 0 0 C 0', y * 0.5, x * 0.6, y * 0.7, x, y), { stroke: fill, width: 13 });
const potted = (clay: string, ...growth: string[]) => place({ y: -240 }, ...growth) + pot(clay);

export const monstera = (clay: string, green: string = hue.pine) =>
  potted(
    clay,
    stem(-150, -190, green),
    stem(160, -230, green),
    stem(0, -330, green),
    stem(-86, -70, green),
    stem(110, -60, green),
    place({ x: -150, y: -180, turn: -38 }, splitLeaf(210, green)),
    place({ x: 160, y: -220, turn: 34 }, splitLeaf(220, lighter(green, 0.1))),
    place({ x: 0, y: -290, turn: -3 }, splitLeaf(230, lighter(green, 0.2))),
    place({ x: -86, y: -64, turn: -74 }, monsteraLeaf(150, lighter(green, 0.16))),
    place({ x: 100, y: -54, turn: 70 }, monsteraLeaf(150, green)),
  );

export const rubberPlant = (clay: string) =>
  potted(
    clay,
    line('M 0 0 C 10 -140 -10 -260 4 -360', hue.bark, 15),
    times(7, (i) =>
      place(
        { x: 0, y: -40 - i * 50, turn: (i % 2 ? 1 : -1) * (66 - i * 6) },
        leaf(200 - i * 8, 58, i % 3 ? hue.forest : hue.plum),
      ),
    ),
    place({ x: 4, y: -350 }, leaf(130, 34, hue.rose)),
  );

export const snakePlant = (clay: string) =>
  potted(
    clay,
    [
      [-96, -22, 300],
      [-46, -9, 400],
      [96, 22, 280],
      [50, 10, 372],
      [0, 0, 450],
    ]
      .map(([x, turn, length], i) =>
        place(
          { x: x! * 0.7, y: 20, turn: turn! },
          leaf(length!, 44, i % 2 ? hue.leaf : hue.pine),
          times(Math.floor(length! / 60), (n) =>
            path(d('M -20', -60 - n * 52, 'q 20 -18 40 0'), { stroke: hue.sage, width: 6 }),
          ),
        ),
      )
      .join(''),
  );

export const fern = (clay: string) =>
  potted(
    clay,
    times(9, (i) => {
      const turn = -88 + i * 22;
      const length = 300 - Math.abs(i - 4) * 14;
      return place(
        { turn },
        line(d('M 0 0 V', -length), hue.pine, 7),
        times(9, (n) => {
          const y = -50 - (n * (length - 60)) / 9;
          const size = 74 - n * 6;
          return (
            place({ y, turn: 62 }, leaf(size, 13, i % 2 ? hue.leaf : hue.moss)) +
            place({ y, turn: -62 }, leaf(size, 13, i % 2 ? hue.leaf : hue.moss))
          );
        }),
      );
    }),
  );

export const hangingPlant = (clay: string) =>
  line('M 0 -900 V -600', hue.bark, 8) +
  line('M 0 -610 L -150 -330 M 0 -610 L 150 -330', hue.bark, 8) +
  place({ y: -110, scale: 0.84 }, pot(clay)) +
  [-150, -90, -30, 40, 100, 156]
    .map((x, i) => {
      const drop = [250, 120, 210, 90, 190, 290][i]!;
      return (
        path(d('M', x * 0.7, '-330 C', x * 1.2, -340, x * 1.24, -280, x * 1.2, -330 + drop), {
          stroke: hue.leaf,
          width: 7,
        }) +
        times(Math.floor(drop / 42), (n) =>
          place({ x: x * 1.2, y: -310 + n * 42, turn: n % 2 ? 120 : -120 }, leaf(52, 20, n % 3 ? hue.leaf : hue.pine)),
        )
      );
    })
    .join('') +
  times(7, (i) => place({ x: -120 + i * 40, y: -322, turn: -60 + i * 20 }, leaf(96, 32, i % 2 ? hue.leaf : hue.pine)));

export const wateringCan = (fill: string, rose: string) =>
  path('M -110 -250 C -120 -420 110 -420 108 -250', { stroke: darker(fill, 0.16), width: 24 }) +
  path('M -130 -210 C -290 -230 -280 -40 -140 -50', { stroke: darker(fill, 0.1), width: 24 }) +
  solid('M 126 -160 L 280 -316 L 318 -288 L 140 -50 Z', darker(fill, 0.1)) +
  place({ x: 301, y: -302, turn: 40 }, box(-60, -34, 120, 36, rose, 8)) +
  solid('M -150 0 L -134 -262 H 134 L 150 0 Z', fill) +
  solid('M 60 0 L 58 -262 H 134 L 150 0 Z', darker(fill, 0.13)) +
  oval(0, -262, 134, 20, darker(fill, 0.3)) +
  box(-152, -30, 304, 30, darker(fill, 0.18), 6);
