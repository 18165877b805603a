import { quarter } from './card-face.ts';
import { magpie } from './marks.ts';
import { bowl, budVase, jug, mug, tallVase } from './objects-ceramics.ts';
import { hue as c, darker, lighter, mix } from './palette.ts';
import { arch, box, d, disc, line, path, place, ring, solid, star, times } from './shapes.ts';

export const shelfOfPots = () =>
  box(0, 580, 1200, 164, c.terracotta) +
  disc(860, 420, 250, c.salmon) +
  place({ x: 210, y: 596, scale: 1.08 }, jug({ fill: c.ochre, glaze: c.paper })) +
  place({ x: 470, y: 596, scale: 0.98 }, budVase(c.sea, c.cream)) +
  place({ x: 740, y: 596, scale: 0.76 }, tallVase(c.cream, c.navy, c.coral)) +
  place({ x: 1000, y: 596, scale: 0.74 }, bowl({ fill: c.terracotta, glaze: c.paper })) +
  place({ x: 1000, y: 462, scale: 0.5 }, mug({ fill: c.sea, glaze: c.mist }));

export const kilnArches = () =>
  [c.terracotta, c.coral, c.salmon, c.blush, c.butter]
    .map((fill, i) => arch(720, 744, 620 - i * 112, 700 - i * 92, fill))
    .join('') +
  arch(236, 560, 250, 300, '#2A4A72') +
  times(3, (i) => path(d('M 146', 350 + i * 62, 'q 45 -44 90 0 t 90 0'), { stroke: c.sea, width: 22 }));

export const topShelf = () => {
  const spines: [number, number, string][] = [
    [70, 400, c.coral],
    [54, 340, c.sand],
    [84, 440, c.sea],
    [50, 380, c.ochre],
    [66, 420, c.blush],
    [92, 360, c.pine],
    [56, 430, c.sky],
    [74, 392, c.terracotta],
  ];
  let x = 60;
  const row = spines
    .map(([w, h, fill]) => {
      const spine =
        box(x, 560 - h, w, h, fill, 4) +
        box(x, 560 - h + 46, w, 12, lighter(fill, 0.45)) +
        box(x, 560 - 70, w, 12, lighter(fill, 0.45));
      x += w + 6;
      return spine;
    })
    .join('');
  return (
    disc(960, 300, 200, c.ochre) +
    row +
    place(
      { x: 700, y: 560, turn: -15 },
      box(-30, -370, 66, 370, c.paper, 4),
      box(-30, -324, 66, 12, c.coral),
      box(-30, -80, 66, 12, c.coral),
    ) +
    place({ x: 960, y: 560, scale: 0.94 }, mug({ fill: c.coral, glaze: c.cream })) +
    box(0, 560, 1200, 26, c.oak)
  );
};

export const readingLamp = () =>
  solid('M 560 250 L 330 744 H 1130 L 900 250 Z', c.butter) +
  line('M 730 0 V 110', c.ink, 10) +
  solid('M 520 262 C 520 50 940 50 940 262 Z', c.coral) +
  solid('M 800 122 C 900 140 940 200 940 262 H 850 C 850 200 830 150 800 122 Z', darker(c.coral)) +
  disc(730, 268, 44, c.paper) +
  solid(
    'M 480 560 C 580 500 680 510 730 560 C 780 510 880 500 980 560 V 690 C 880 640 780 650 730 694 C 680 650 580 640 480 690 Z',
    c.navy,
  ) +
  solid('M 500 540 C 590 484 680 494 730 542 V 668 C 680 620 590 616 500 664 Z', c.paper) +
  solid('M 960 540 C 870 484 780 494 730 542 V 668 C 780 620 870 616 960 664 Z', c.cream) +
  times(
    3,
    (i) =>
      line(d('M 548', 566 + i * 28, 'C 600', 544 + i * 28, 650, 546 + i * 28, 690, 566 + i * 28), c.sand, 8) +
      line(d('M 912', 566 + i * 28, 'C 860', 544 + i * 28, 810, 546 + i * 28, 770, 566 + i * 28), c.sand, 8),
  );

export const bauhaus = () => {
  const fills = [c.coral, c.ochre, c.sea, c.navy, c.paper, c.salmon, c.sky];
  return times(24, (i) => {
    const [x, y] = [(i % 6) * 200, Math.floor(i / 6) * 186 - 186 * 0];
    const [under, shapeFill] = [fills[(i * 3 + 1) % 7]!, fills[(i * 5 + 3) % 7]!];
    if (Math.floor(i / 6) === 3) return '';
    const tile = box(x, y, 200, 186, under);
    const shape = [
      quarter(x, y, 186, (i % 4) as 0 | 1 | 2 | 3, shapeFill),
      disc(x + 100, y + 93, 70, shapeFill),
      solid(d('M', x, y + 186, 'L', x + 100, y, 'L', x + 200, y + 186, 'Z'), shapeFill),
      box(x, y, 100, 186, shapeFill) + disc(x + 150, y + 93, 34, shapeFill),
    ][(i * 7 + Math.floor(i / 6)) % 4]!;
    return tile + (under === shapeFill ? '' : shape);
  });
};

export const bigRainbow = () =>
  [c.coral, c.ochre, c.butter, c.sea, c.navy].map((fill, i) => disc(780, 744, 600 - i * 96, fill)).join('') +
  disc(780, 744, 120, c.sky) +
  disc(150, 330, 62, c.paper) +
  disc(230, 310, 82, c.paper) +
  disc(320, 336, 58, c.paper) +
  box(92, 330, 284, 62, c.paper, 31) +
  star(90, 480, 34, c.paper, 5) +
  star(190, 560, 20, c.paper, 5);

export const firstSong = () =>
  disc(820, 420, 300, c.ochre) +
  disc(820, 420, 214, c.butter) +
  solid('M 0 600 C 300 540 700 640 1200 560 V 744 H 0 Z', c.plum) +
  line('M 300 520 C 560 548 900 540 1200 470', c.ink, 14) +
  place({ x: 770, y: 344, scale: 1.06 }, magpie(c.ink, c.paper)) +
  place({ x: 1040, y: 420, scale: 0.46, flip: true }, magpie(c.ink, c.paper));

export const cupsFromAbove = () => {
  const cups: [number, number, number, string, string][] = [
    [200, 250, 150, c.coral, c.bark],
    [520, 380, 180, c.paper, c.clay],
    [880, 250, 170, c.sea, c.bark],
    [1120, 440, 124, c.ochre, c.clay],
    [760, 690, 130, c.rose, c.bark],
  ];
  return cups
    .map(
      ([x, y, r, fill, brew], i) =>
        disc(x, y, r * 1.28, mix(fill, c.plum, 0.72)) +
        box(x + r * 0.7, y - r * 0.16, r * 0.62, r * 0.32, darker(fill, 0.1), r * 0.12) +
        disc(x, y, r, fill) +
        disc(x, y, r * 0.84, brew) +
        (i % 2
          ? times(3, (n) => ring(x, y, r * (0.62 - n * 0.22), c.cream, r * 0.07))
          : solid(
              d(
                'M',
                x,
                y + r * 0.5,
                'C',
                x - r * 0.7,
                y,
                x - r * 0.4,
                y - r * 0.5,
                x,
                y - r * 0.16,
                'C',
                x + r * 0.4,
                y - r * 0.5,
                x + r * 0.7,
                y,
                x,
                y + r * 0.5,
                'Z',
              ),
              c.sand,
            )),
    )
    .join('');
};
