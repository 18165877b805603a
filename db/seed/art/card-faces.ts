/** The gift cards' own designs, two a seller: flat colour, few big shapes, room for the signature. */
import { type Face, quarter } from './card-face.ts';
import { magpie } from './marks.ts';
import { banksia, leaf, splitLeaf, wattle } from './objects-plants.ts';
import { bowl, budVase, jug, mug, pot, tallVase } from './objects-vessels.ts';
import { hue as c, darker, lighter, mix } from './palette.ts';
import { arch, at, box, d, disc, line, path, ring, solid, star, times } from './shapes.ts';

const shelfOfPots = () =>
  box(0, 580, 1200, 164, c.terracotta) +
  disc(860, 420, 250, c.salmon) +
  at({ x: 210, y: 596, scale: 1.08 }, jug({ fill: c.ochre, glaze: c.paper })) +
  at({ x: 470, y: 596, scale: 0.98 }, budVase(c.sea, c.cream)) +
  at({ x: 740, y: 596, scale: 0.76 }, tallVase(c.cream, c.navy, c.coral)) +
  at({ x: 1000, y: 596, scale: 0.74 }, bowl({ fill: c.terracotta, glaze: c.paper })) +
  at({ x: 1000, y: 462, scale: 0.5 }, mug({ fill: c.sea, glaze: c.mist }));

const kilnArches = () =>
  [c.terracotta, c.coral, c.salmon, c.blush, c.butter]
    .map((fill, i) => arch(720, 744, 620 - i * 112, 700 - i * 92, fill))
    .join('') +
  arch(236, 560, 250, 300, '#2A4A72') +
  times(3, (i) => path(d('M', 146, 350 + i * 62, 'q', 45, -44, 90, 0, 't', 90, 0), { stroke: c.sea, width: 22 }));

const topShelf = () => {
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
    at(
      { x: 700, y: 560, turn: -15 },
      box(-30, -370, 66, 370, c.paper, 4),
      box(-30, -324, 66, 12, c.coral),
      box(-30, -80, 66, 12, c.coral),
    ) +
    at({ x: 960, y: 560, scale: 0.94 }, mug({ fill: c.coral, glaze: c.cream })) +
    box(0, 560, 1200, 26, c.oak)
  );
};

const readingLamp = () =>
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
      line(d('M', 548, 566 + i * 28, 'C', 600, 544 + i * 28, 650, 546 + i * 28, 690, 566 + i * 28), c.sand, 8) +
      line(d('M', 912, 566 + i * 28, 'C', 860, 544 + i * 28, 810, 546 + i * 28, 770, 566 + i * 28), c.sand, 8),
  );

const wattleSprays = () =>
  disc(640, 330, 230, c.leaf) +
  [
    [220, 640, 24, 1.0],
    [520, 740, -6, 1.14],
    [830, 720, 10, 1.3],
    [1100, 690, -22, 1.1],
  ]
    .map(([x, y, turn, scale]) => at({ x: x!, y: y!, turn: turn!, scale: scale! }, wattle(470, c.sage, c.ochre)))
    .join('');

const banksiaRow = () =>
  disc(250, 330, 190, c.butter) +
  box(0, 620, 1200, 124, c.salmon) +
  [
    [250, c.ochre, c.butter],
    [620, c.coral, c.blush],
    [980, c.plum, c.rose],
  ]
    .map(([x, cone, tip], i) =>
      at(
        { x: Number(x), y: 620, scale: i === 1 ? 1.12 : 0.92 },
        banksia(400, String(cone), String(tip), i === 1 ? c.pine : c.leaf),
      ),
    )
    .join('');

const bauhaus = () => {
  const fills = [c.coral, c.ochre, c.sea, c.navy, c.paper, c.salmon, c.sky];
  return times(24, (i) => {
    const [x, y] = [(i % 6) * 200, Math.floor(i / 6) * 186 - 186 * 0];
    const [under, over] = [fills[(i * 3 + 1) % 7]!, fills[(i * 5 + 3) % 7]!];
    if (Math.floor(i / 6) === 3) return '';
    const tile = box(x, y, 200, 186, under);
    const shape = [
      quarter(x, y, 186, (i % 4) as 0 | 1 | 2 | 3, over),
      disc(x + 100, y + 93, 70, over),
      solid(d('M', x, y + 186, 'L', x + 100, y, 'L', x + 200, y + 186, 'Z'), over),
      box(x, y, 100, 186, over) + disc(x + 150, y + 93, 34, over),
    ][(i * 7 + Math.floor(i / 6)) % 4]!;
    return tile + (under === over ? '' : shape);
  });
};

const bigRainbow = () =>
  [c.coral, c.ochre, c.butter, c.sea, c.navy].map((fill, i) => disc(780, 744, 600 - i * 96, fill)).join('') +
  disc(780, 744, 120, c.sky) +
  disc(150, 330, 62, c.paper) +
  disc(230, 310, 82, c.paper) +
  disc(320, 336, 58, c.paper) +
  box(92, 330, 284, 62, c.paper, 31) +
  star(90, 480, 34, c.paper, 5) +
  star(190, 560, 20, c.paper, 5);

const firstSong = () =>
  disc(820, 420, 300, c.ochre) +
  disc(820, 420, 214, c.butter) +
  solid('M 0 600 C 300 540 700 640 1200 560 V 744 H 0 Z', c.plum) +
  line('M 300 520 C 560 548 900 540 1200 470', c.ink, 14) +
  at({ x: 770, y: 344, scale: 1.06 }, magpie(c.ink, c.paper)) +
  at({ x: 1040, y: 420, scale: 0.46, flip: true }, magpie(c.ink, c.paper));

const cupsFromAbove = () => {
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

const foldedSheets = () =>
  [c.sea, c.sky, c.paper, c.butter, c.salmon]
    .map(
      (fill, i) =>
        solid(
          d(
            'M',
            0,
            210 + i * 84,
            'C',
            260,
            120 + i * 84,
            420,
            320 + i * 70,
            700,
            230 + i * 76,
            'C',
            900,
            160 + i * 80,
            1040,
            230 + i * 80,
            1200,
            150 + i * 92,
            'V',
            744,
            'H',
            0,
            'Z',
          ),
          fill,
        ) +
        (i % 2
          ? path(
              d(
                'M',
                0,
                236 + i * 84,
                'C',
                260,
                146 + i * 84,
                420,
                346 + i * 70,
                700,
                256 + i * 76,
                'C',
                900,
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

const flaxField = () =>
  times(26, (i) => {
    const [x, y] = [(i % 9) * 150 + (Math.floor(i / 9) % 2) * 75 - 10, 260 + Math.floor(i / 9) * 150];
    const size = 1 - ((i * 5) % 4) * 0.1;
    return (
      line(d('M', x, y, 'C', x + 10, y + 100, x - 10, y + 200, x, 800), c.moss, 8) +
      at(
        { x, y, scale: size, turn: i * 31 },
        times(5, (n) =>
          at(
            { turn: n * 72 },
            solid('M 0 0 C -46 -24 -40 -80 0 -78 C 40 -80 46 -24 0 0 Z', [c.sea, c.navy, c.paper][i % 3]!),
          ),
        ),
        disc(0, 0, 16, c.ochre),
      )
    );
  });

const ranges = () =>
  disc(830, 300, 150, c.butter) +
  [
    [c.salmon, 330, 90],
    [c.coral, 420, 120],
    [c.terracotta, 520, 80],
    [c.plum, 610, 60],
  ]
    .map(([fill, y, rise], i) => {
      const [top, up] = [Number(y), Number(rise)];
      return solid(
        d(
          'M',
          0,
          top + 20,
          'L',
          160 + i * 40,
          top - up,
          'L',
          330 + i * 30,
          top + 10,
          'L',
          560 + i * 30,
          top - up * 1.4,
          'L',
          800 - i * 12,
          top + 30,
          'L',
          990 + i * 30,
          top - up,
          'L',
          1200,
          top + 10,
          'V',
          744,
          'H',
          0,
          'Z',
        ),
        String(fill),
      );
    })
    .join('');

const nightCamp = () =>
  times(30, (i) => star((i * 173) % 1200, 30 + ((i * 97) % 400), 5 + (i % 4) * 3, i % 5 ? c.paper : c.butter, 4, 0.3)) +
  disc(980, 190, 92, c.butter) +
  disc(1018, 168, 82, c.night) +
  solid('M 0 560 C 300 460 600 600 1200 480 V 744 H 0 Z', c.navy) +
  solid('M 0 640 C 400 580 800 640 1200 590 V 744 H 0 Z', c.forest) +
  times(5, (i) =>
    at(
      { x: [90, 190, 1000, 1100, 300][i]!, y: 640 },
      solid(d('M', 0, -230 + (i % 3) * 40, 'L', 66, 0, 'H', -66, 'Z'), i % 2 ? c.pine : darker(c.pine, 0.2)),
    ),
  ) +
  solid('M 430 650 L 640 380 L 850 650 Z', c.coral) +
  solid('M 640 380 L 850 650 H 720 Z', darker(c.coral)) +
  solid('M 640 440 L 710 650 H 570 Z', c.butter);

const bigLeaves = () =>
  [
    [980, 800, -12, 640, c.pine],
    [720, 820, -34, 560, c.leaf],
    [1180, 700, 18, 520, c.moss],
    [1080, 240, 150, 420, c.leaf],
    [430, 800, -20, 380, c.forest],
  ]
    .map(([x, y, turn, size, fill]) =>
      at({ x: Number(x), y: Number(y), turn: Number(turn) }, splitLeaf(Number(size), String(fill))),
    )
    .join('') + at({ x: 600, y: 780, turn: 22 }, leaf(360, 76, c.coral));

const verandah = () =>
  times(12, (i) =>
    at(
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
    at(
      { x: 150 + i * 226, y: 600, scale: 0.78 + (i % 2) * 0.1 },
      at(
        { y: -240 },
        times(5, (n) =>
          at({ turn: -60 + n * 30 }, leaf(230 - Math.abs(n - 2) * 24, 50, [c.pine, c.leaf, c.forest][(n + i) % 3]!)),
        ),
      ),
      pot([c.cream, c.ochre, c.sea, c.blush, c.navy][i]!),
    ),
  );

/** Every face by its key. */
export const faces: Record<string, Face> = {
  'tide-studio-shelf': { ground: c.blush, ink: c.ink, seller: 'tide-and-kiln', at: 'top', art: shelfOfPots() },
  'tide-kiln-door': { ground: c.navy, ink: c.cream, seller: 'tide-and-kiln', at: 'bottom', art: kilnArches() },
  'lamplight-top-shelf': { ground: c.navy, ink: c.cream, seller: 'lamplight-lane', at: 'bottom', art: topShelf() },
  'lamplight-late-page': { ground: c.sea, ink: c.ink, seller: 'lamplight-lane', at: 'top', art: readingLamp() },
  'wattle-first-bloom': { ground: c.pine, ink: c.cream, seller: 'wattle-and-balm', at: 'top', art: wattleSprays() },
  'wattle-banksia-walk': { ground: c.blush, ink: c.forest, seller: 'wattle-and-balm', at: 'top', art: banksiaRow() },
  'tumbledown-toybox': { ground: c.paper, ink: c.navy, seller: 'tumbledown-toys', at: 'bottom', art: bauhaus() },
  'tumbledown-rainbow': { ground: c.sky, ink: c.navy, seller: 'tumbledown-toys', at: 'top', art: bigRainbow() },
  'magpie-first-song': { ground: c.coral, ink: c.paper, seller: 'slow-magpie', at: 'top', art: firstSong() },
  'magpie-long-table': { ground: c.plum, ink: c.cream, seller: 'slow-magpie', at: 'bottom', art: cupsFromAbove() },
  'flax-clean-sheets': { ground: c.navy, ink: c.paper, seller: 'eider-and-flax', at: 'top', art: foldedSheets() },
  'flax-in-flower': { ground: c.cream, ink: c.navy, seller: 'eider-and-flax', at: 'top', art: flaxField() },
  'paddock-snow-gums': { ground: c.sky, ink: c.ink, seller: 'far-paddock', at: 'top', art: ranges() },
  'paddock-night-camp': { ground: c.night, ink: c.cream, seller: 'far-paddock', at: 'top', art: nightCamp() },
  'verandah-big-leaf': { ground: c.butter, ink: c.forest, seller: 'verandah-green', at: 'top', art: bigLeaves() },
  'verandah-lacework': { ground: c.coral, ink: c.paper, seller: 'verandah-green', at: 'bottom', art: verandah() },
};
