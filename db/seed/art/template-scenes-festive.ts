/** Drawings are 720 wide and up to 420 high. */

import { mug } from './objects-ceramics.ts';
import { leaf } from './objects-plants.ts';
import { bear } from './objects-toys.ts';
import { hue as c, lighter } from './palette.ts';
import { arch, box, d, disc, line, oval, path, place, ring, solid, star, times } from './shapes.ts';

const flame = (x: number, y: number) =>
  solid(
    d('M', x, y - 58, 'C', x + 30, y - 22, x + 18, y, x, y, 'C', x - 18, y, x - 30, y - 22, x, y - 58, 'Z'),
    c.ochre,
  );

export const cake = () =>
  disc(360, 250, 210, c.salmon) +
  times(
    5,
    (i) =>
      box(250 + i * 48, 116 + (i % 2) * 8, 20, 74, [c.sea, c.paper, c.navy, c.paper, c.sea][i]!, 6) +
      flame(260 + i * 48, 112 + (i % 2) * 8),
  ) +
  box(220, 186, 280, 100, c.paper, 14) +
  box(160, 276, 400, 110, c.coral, 14) +
  times(7, (i) => disc(240 + i * 40, 190, 21, c.coral)) +
  times(8, (i) => disc(186 + i * 50, 282, 26, c.paper)) +
  times(9, (i) => disc(190 + i * 43, 346, 9, i % 2 ? c.butter : c.navy)) +
  box(110, 384, 500, 18, c.oak, 9);

export const balloons = () =>
  [
    [130, 120, 78, c.coral],
    [300, 60, 92, c.ochre],
    [470, 120, 84, c.navy],
    [610, 66, 72, c.paper],
    [220, 210, 66, c.sea],
  ]
    .map(([x, y, r, fill]) => {
      const [px, py, pr] = [Number(x), Number(y) + 40, Number(r)];
      return (
        path(d('M', px, py + pr, 'C', px + 30, py + pr + 60, px - 20, py + pr + 100, '360 420'), {
          stroke: c.ink,
          width: 4,
        }) +
        oval(px, py, pr * 0.9, pr, String(fill)) +
        solid(d('M', px - 14, py + pr + 14, 'L', px, py + pr - 4, 'L', px + 14, py + pr + 14, 'Z'), String(fill)) +
        oval(px - pr * 0.34, py - pr * 0.36, pr * 0.14, pr * 0.24, lighter(String(fill), 0.5))
      );
    })
    .join('');

export const weddingArch = () =>
  arch(360, 420, 440, 400, c.blush) +
  arch(360, 420, 330, 330, c.paper) +
  times(11, (i) => {
    const angle = Math.PI - (Math.PI * i) / 10;
    const [x, y] = [360 + 196 * Math.cos(angle), 226 - 196 * Math.sin(angle)];
    return (
      place({ x, y, turn: i * 40 }, leaf(70, 18, i % 2 ? c.moss : c.pine)) +
      disc(x, y, i % 3 ? 15 : 24, i % 2 ? c.coral : c.ochre)
    );
  }) +
  ring(316, 290, 64, c.ochre, 18) +
  ring(404, 290, 64, c.ochre, 18) +
  path('M 355 240 A 64 64 0 0 1 380 290', { stroke: c.ochre, width: 18, cap: 'butt' });

export const moonMobile = () =>
  line('M 120 40 H 600', c.sand, 12) +
  line('M 360 0 V 40', c.sand, 8) +
  disc(360, 230, 120, c.butter) +
  disc(410, 200, 104, c.night) +
  line('M 360 40 V 110', c.sand, 5) +
  [
    [150, 190, c.coral],
    [250, 120, c.sky],
    [500, 130, c.ochre],
    [580, 230, c.blush],
  ]
    .map(
      ([x, y, fill]) =>
        line(d('M', Number(x), '40 V', Number(y)), c.sand, 5) + star(Number(x), Number(y) + 26, 36, String(fill)),
    )
    .join('') +
  disc(320, 226, 8, c.night) +
  path('M 300 264 Q 318 282 338 268', { stroke: c.night, width: 6 }) +
  [
    [80, 330],
    [640, 350],
    [440, 380],
    [260, 390],
  ]
    .map(([x, y]) => star(x!, y!, 10, c.paper, 4, 0.3))
    .join('');

export const wreath = () =>
  times(22, (i) =>
    place(
      {
        x: 360 + 138 * Math.cos((i / 22) * 2 * Math.PI),
        y: 210 + 138 * Math.sin((i / 22) * 2 * Math.PI),
        turn: (i / 22) * 360 + (i % 2 ? 150 : 210),
      },
      leaf(112, 21, i % 3 ? c.sage : c.leaf),
    ),
  ) +
  times(9, (i) =>
    disc(
      360 + 140 * Math.cos((i / 9) * 2 * Math.PI + 0.3),
      210 + 140 * Math.sin((i / 9) * 2 * Math.PI + 0.3),
      i % 2 ? 13 : 18,
      i % 3 ? c.coral : c.ochre,
    ),
  ) +
  star(360, 210, 66, c.ochre, 8, 0.42);

export const beach = () =>
  disc(560, 90, 86, c.ochre) +
  box(0, 150, 720, 130, c.sea) +
  times(3, (row) =>
    path(d('M -20', 186 + row * 30, 'q 30 -18 60 0 t 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0'), {
      stroke: c.sky,
      width: 6,
    }),
  ) +
  solid('M 0 280 C 240 230 480 300 720 250 V 400 H 0 Z', c.sand) +
  line('M 210 120 L 250 350', c.bark, 12) +
  place(
    { x: 206, y: 124, turn: -10 },
    times(4, (i) =>
      solid(
        d(
          'M 0 -100 C',
          -150 + i * 75,
          -60,
          -150 + i * 75,
          0,
          -150 + i * 75,
          '20 Q',
          -112 + i * 75,
          -8,
          -75 + i * 75,
          '20 C',
          -75 + i * 75,
          0,
          -75 + i * 75,
          '-60 0 -100 Z',
        ),
        i % 2 ? c.paper : c.coral,
      ),
    ),
  ) +
  place(
    { x: 470, y: 340 },
    solid('M 0 -170 L 70 0 H -70 Z', c.pine),
    times(5, (i) => disc([-20, 24, -6, 40, -38][i]!, [-100, -60, -40, -16, -14][i]!, 9, i % 2 ? c.coral : c.butter)),
    star(0, -176, 24, c.ochre),
  );

export const confetti = () =>
  times(64, (i) => {
    const angle = i * 2.4;
    const reach = 30 + i * 4.6;
    const [x, y] = [360 + reach * Math.cos(angle) * 1.15, 200 + reach * Math.sin(angle) * 0.64];
    const fill = [c.coral, c.navy, c.paper, c.pine, c.plum][i % 5]!;
    return i % 3 === 0
      ? disc(x, y, 9 + (i % 4) * 3, fill)
      : i % 3 === 1
        ? place({ x, y, turn: i * 37 }, box(-16, -6, 32, 12, fill, 4))
        : place({ x, y, turn: i * 53 }, path('M-20 0q10 -16 20 0t20 0', { stroke: fill, width: 8 }));
  }) +
  star(360, 200, 92, c.paper, 12, 0.72) +
  star(360, 200, 54, c.coral, 5);

export const twoCups = () =>
  disc(360, 200, 170, c.rose) +
  place({ x: 270, y: 360, scale: 0.62, flip: true }, mug({ fill: c.navy, glaze: c.sky })) +
  place({ x: 460, y: 360, scale: 0.62 }, mug({ fill: c.coral, glaze: c.paper })) +
  box(90, 358, 540, 20, c.plum, 10) +
  [
    [290, 130],
    [440, 110],
    [366, 70],
  ]
    .map(([x, y], i) =>
      place(
        { x: x!, y: y!, scale: 0.5 + (i % 2) * 0.2 },
        solid('M0 50C-80 -6 -56 -70 0 -30C56 -70 80 -6 0 50Z', c.coral),
      ),
    )
    .join('');

export const bearParty = () =>
  disc(360, 240, 186, c.paper) +
  times(8, (i) =>
    solid(
      d('M', i * 80 - 20, 10 + Math.sin((i / 8) * Math.PI) * 34, 'l 40 66 l 40 -66 z'),
      [c.coral, c.navy, c.butter][i % 3]!,
    ),
  ) +
  place({ x: 360, y: 426, scale: 0.64 }, bear(c.clay, c.sand, c.coral)) +
  solid('M 360 60 L 404 152 H 316 Z', c.navy) +
  disc(360, 58, 15, c.butter) +
  disc(348, 120, 8, c.butter) +
  disc(374, 132, 8, c.paper) +
  disc(362, 96, 7, c.coral);
