import { pot } from './objects-ceramics.ts';
import { banksia, leaf, splitLeaf, wattle } from './objects-plants.ts';
import { hue as c, darker } from './palette.ts';
import { box, d, disc, line, path, place, solid, star, times } from './shapes.ts';

export const wattleSprays = () =>
  disc(640, 330, 230, c.leaf) +
  [
    [220, 640, 24, 1.0],
    [520, 740, -6, 1.14],
    [830, 720, 10, 1.3],
    [1100, 690, -22, 1.1],
  ]
    .map(([x, y, turn, scale]) => place({ x: x!, y: y!, turn: turn!, scale: scale! }, wattle(470, c.sage, c.ochre)))
    .join('');

export const banksiaRow = () =>
  disc(250, 330, 190, c.butter) +
  box(0, 620, 1200, 124, c.salmon) +
  [
    [250, c.ochre, c.butter],
    [620, c.coral, c.blush],
    [980, c.plum, c.rose],
  ]
    .map(([x, cone, tip], i) =>
      place(
        { x: Number(x), y: 620, scale: i === 1 ? 1.12 : 0.92 },
        banksia(400, String(cone), String(tip), i === 1 ? c.pine : c.leaf),
      ),
    )
    .join('');

export const foldedSheets = () =>
  [c.sea, c.sky, c.paper, c.butter, c.salmon]
    .map(
      (fill, i) =>
        solid(
          d(
            'M 0',
            210 + i * 84,
            'C 260',
            120 + i * 84,
            420,
            320 + i * 70,
            700,
            230 + i * 76,
            'C 900',
            160 + i * 80,
            1040,
            230 + i * 80,
            1200,
            150 + i * 92,
            'V 744 H 0 Z',
          ),
          fill,
        ) +
        (i % 2
          ? path(
              d(
                'M 0',
                236 + i * 84,
                'C 260',
                146 + i * 84,
                420,
                346 + i * 70,
                700,
                256 + i * 76,
                'C 900',
                186 + i * 80,
                1040,
                256 + i * 80,
                1200,
                176 + i * 92,
              ),
              { stroke: darker(fill, 0.14), width: 7 },
            )
          : ''),
    )
    .join('');

export const flaxField = () =>
  times(26, (i) => {
    const [x, y] = [(i % 9) * 150 + (Math.floor(i / 9) % 2) * 75 - 10, 260 + Math.floor(i / 9) * 150];
    const size = 1 - ((i * 5) % 4) * 0.1;
    return (
      line(d('M', x, y, 'C', x + 10, y + 100, x - 10, y + 200, x, 800), c.moss, 8) +
      place(
        { x, y, scale: size, turn: i * 31 },
        times(5, (n) =>
          place(
            { turn: n * 72 },
            solid('M 0 0 C -46 -24 -40 -80 0 -78 C 40 -80 46 -24 0 0 Z', [c.sea, c.navy, c.paper][i % 3]!),
          ),
        ),
        disc(0, 0, 16, c.ochre),
      )
    );
  });

export const ranges = () =>
  disc(830, 300, 150, c.butter) +
  [
    [c.salmon, 330, 90],
    [c.coral, 420, 120],
    [c.terracotta, 520, 80],
    [c.plum, 610, 60],
  ]
    .map(([fill, y, rise], i) => {
      const [top, height] = [Number(y), Number(rise)];
      return solid(
        d(
          'M 0',
          top + 20,
          'L',
          160 + i * 40,
          top - height,
          'L',
          330 + i * 30,
          top + 10,
          'L',
          560 + i * 30,
          top - height * 1.4,
          'L',
          800 - i * 12,
          top + 30,
          'L',
          990 + i * 30,
          top - height,
          'L 1200',
          top + 10,
          'V 744 H 0 Z',
        ),
        String(fill),
      );
    })
    .join('');

export const nightCamp = () =>
  times(30, (i) => star((i * 173) % 1200, 30 + ((i * 97) % 400), 5 + (i % 4) * 3, i % 5 ? c.paper : c.butter, 4, 0.3)) +
  disc(980, 190, 92, c.butter) +
  disc(1018, 168, 82, c.night) +
  solid('M 0 560 C 300 460 600 600 1200 480 V 744 H 0 Z', c.navy) +
  solid('M 0 640 C 400 580 800 640 1200 590 V 744 H 0 Z', c.forest) +
  times(5, (i) =>
    place(
      { x: [90, 190, 1000, 1100, 300][i]!, y: 640 },
      solid(d('M 0', -230 + (i % 3) * 40, 'L 66 0 H -66 Z'), i % 2 ? c.pine : darker(c.pine, 0.2)),
    ),
  ) +
  solid('M 430 650 L 640 380 L 850 650 Z', c.coral) +
  solid('M 640 380 L 850 650 H 720 Z', darker(c.coral)) +
  solid('M 640 440 L 710 650 H 570 Z', c.butter);

export const bigLeaves = () =>
  [
    [980, 800, -12, 640, c.pine],
    [720, 820, -34, 560, c.leaf],
    [1180, 700, 18, 520, c.moss],
    [1080, 240, 150, 420, c.leaf],
    [430, 800, -20, 380, c.forest],
  ]
    .map(([x, y, turn, size, fill]) =>
      place({ x: Number(x), y: Number(y), turn: Number(turn) }, splitLeaf(Number(size), String(fill))),
    )
    .join('') + place({ x: 600, y: 780, turn: 22 }, leaf(360, 76, c.coral));

export const verandah = () =>
  times(12, (i) =>
    place(
      { x: i * 100 + 50, y: 0 },
      box(-50, 0, 100, 30, c.paper),
      solid('M -50 30 H 50 C 50 90 20 110 0 150 C -20 110 -50 90 -50 30 Z', c.paper),
      disc(0, 66, 20, c.coral),
      disc(-32, 50, 8, c.coral),
      disc(32, 50, 8, c.coral),
    ),
  ) +
  box(0, 560, 1200, 184, c.terracotta) +
  times(5, (i) =>
    place(
      { x: 150 + i * 226, y: 600, scale: 0.78 + (i % 2) * 0.1 },
      place(
        { y: -240 },
        times(5, (n) =>
          place({ turn: -60 + n * 30 }, leaf(230 - Math.abs(n - 2) * 24, 50, [c.pine, c.leaf, c.forest][(n + i) % 3]!)),
        ),
      ),
      pot([c.cream, c.ochre, c.sea, c.blush, c.navy][i]!),
    ),
  );
