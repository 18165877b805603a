/** Drawings are 720 wide and up to 420 high. */

import { jug, mug } from './objects-ceramics.ts';
import { banksia, gumBranch, wattle } from './objects-plants.ts';
import { kite } from './objects-toys.ts';
import { hue as c, darker } from './palette.ts';
import { box, d, disc, line, oval, path, place, solid, times } from './shapes.ts';

export const bouquet = () =>
  disc(360, 210, 190, c.leaf) +
  [-44, -20, 4, 28, 50]
    .map((turn, i) =>
      place(
        { x: 360, y: 420, turn, scale: 0.82 },
        i % 2 ? gumBranch(440, c.sage, c.coral) : wattle(450, c.sage, c.ochre),
      ),
    )
    .join('') +
  solid('M 300 300 H 420 L 390 420 H 330 Z', c.blush) +
  box(306, 340, 108, 22, c.coral, 8);

export const vaseOfFlowers = () =>
  disc(360, 220, 200, c.butter) +
  [
    [-70, 250, c.coral],
    [-10, 262, c.plum],
    [60, 240, c.paper],
    [-130, 170, c.ochre],
    [120, 170, c.sea],
  ]
    .map(([x, h, fill]) => {
      const [px, ph] = [Number(x), Number(h)];
      return (
        path(d('M 360 290 C 360', 290 - ph * 0.4, 360 + px, 300 - ph * 0.6, 360 + px, 330 - ph), {
          stroke: c.pine,
          width: 7,
        }) +
        times(6, (n) => place({ x: 360 + px, y: 330 - ph, turn: n * 60 }, oval(0, -27, 17, 26, String(fill)))) +
        disc(360 + px, 330 - ph, 17, c.bark)
      );
    })
    .join('') +
  place({ x: 352, y: 424, scale: 0.42 }, jug({ fill: c.sea, glaze: c.paper }));

export const moonOnWater = () =>
  disc(360, 190, 110, c.paper) +
  box(0, 270, 720, 150, c.sky) +
  times(5, (i) => line(d('M', 360 - (110 - i * 16), 296 + i * 24, 'H', 360 + (110 - i * 16)), c.paper, 8)) +
  place({ x: 96, y: 420, turn: 12, scale: 0.8 }, gumBranch(420, c.moss)) +
  place({ x: 640, y: 430, turn: -18, scale: 0.74 }, gumBranch(420, c.pine));

export const kiteSky = () =>
  disc(110, 230, 40, c.paper) +
  disc(165, 214, 54, c.paper) +
  box(70, 222, 190, 48, c.paper, 24) +
  disc(570, 130, 34, c.paper) +
  disc(616, 120, 44, c.paper) +
  box(530, 126, 150, 40, c.paper, 20) +
  place({ x: 400, y: 330, scale: 0.5, turn: 6 }, kite(c.coral, c.ochre, c.paper, c.navy)) +
  solid('M 0 340 C 240 260 460 340 720 290 V 420 H 0 Z', c.moss) +
  solid('M 0 380 C 240 330 460 390 720 350 V 420 H 0 Z', c.pine);

export const street = () =>
  [
    [30, 150, 210, c.coral, c.navy],
    [190, 130, 160, c.paper, c.terracotta],
    [330, 160, 240, c.sea, c.plum],
    [500, 190, 190, c.ochre, c.pine],
  ]
    .map(([x, w, h, wall, roof], i) => {
      const [px, pw, ph] = [Number(x), Number(w), Number(h)];
      const top = 370 - ph;
      return (
        box(px, top, pw, ph, String(wall)) +
        solid(d('M', px - 16, top, 'L', px + pw / 2, top - 76, 'L', px + pw + 16, top, 'Z'), String(roof)) +
        box(px + pw * 0.38, 286, pw * 0.26, 84, String(roof), 6) +
        box(px + pw * 0.12, top + 26, pw * 0.26, 44, c.butter, 4) +
        box(px + pw * 0.62, top + 26, pw * 0.26, 44, c.butter, 4) +
        (i === 3 ? box(px + pw * 0.7, top - 76, 22, 60, darker(String(wall))) : '')
      );
    })
    .join('') +
  box(0, 366, 720, 54, c.moss) +
  [
    [20, 330],
    [318, 340],
    [490, 336],
    [704, 330],
  ]
    .map(([x, y]) => disc(x!, y!, 36, c.pine))
    .join('');

export const banksias = () =>
  disc(360, 240, 186, c.butter) +
  place({ x: 360, y: 420, scale: 0.9 }, banksia(380, c.coral, c.blush, c.pine)) +
  place({ x: 130, y: 430, scale: 0.6 }, banksia(360, c.ochre, c.butter, c.leaf)) +
  place({ x: 592, y: 430, scale: 0.6 }, banksia(360, c.plum, c.rose, c.leaf));

export const shed = () =>
  disc(540, 130, 90, c.butter) +
  solid('M 0 300 L 180 120 L 330 270 L 480 170 L 720 330 V 420 H 0 Z', c.sea) +
  solid('M 0 340 C 240 280 480 340 720 300 V 420 H 0 Z', c.moss) +
  box(150, 210, 210, 150, c.coral) +
  solid('M 130 216 L 255 140 L 380 216 Z', c.navy) +
  box(222, 270, 66, 90, c.navy, 4) +
  line('M 470 350 V 220', c.bark, 12) +
  line('M 620 350 V 220', c.bark, 12) +
  path('M 470 232 Q 545 270 620 232', { stroke: c.ink, width: 4 }) +
  times(3, (i) =>
    solid(d('M', 492 + i * 38, 244 + (i === 1 ? 6 : 0), 'h 28 v 42 h -28 z'), [c.paper, c.ochre, c.coral][i]!),
  );

export const teaInBed = () =>
  disc(360, 220, 190, c.cream) +
  times(3, (i) => path(d('M', 300 + i * 50, '150 q -20 -26 0 -52 t 0 -52'), { stroke: c.stone, width: 9 })) +
  place({ x: 345, y: 350, scale: 0.72 }, mug({ fill: c.ochre, glaze: c.paper })) +
  box(150, 346, 420, 26, c.oak, 13) +
  solid('M 0 400 C 200 356 520 356 720 400 V 420 H 0 Z', c.coral);
