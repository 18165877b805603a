/** Home page drawings, 1200 x 960. tools/web/draw-heroes.ts writes them to web/shared/brand/. */
import { phone } from './illustrations.ts';
import { knot } from './marks.ts';
import { jug, mug, tallVase } from './objects-ceramics.ts';
import { bookPile, coffeeBag, parcel } from './objects-paper.ts';
import { monstera, wattle } from './objects-plants.ts';
import { hue as c, darker, lighter } from './palette.ts';
import { arch, box, d, disc, line, picture, place, solid, star, times } from './shapes.ts';
import { shadow } from './stages.ts';

const SIZE = [1200, 960] as const;

export const giftcardHero = () =>
  picture(
    ...SIZE,
    '<title>A gift card arrives on a phone</title>',
    box(0, 0, 1200, 960, c.blush),
    disc(720, 450, 400, c.salmon),
    disc(720, 450, 286, lighter(c.salmon, 0.2)),
    box(0, 796, 1200, 164, c.terracotta),
    box(0, 796, 1200, 12, c.coral),
    place({ x: 118, y: 846, scale: 0.62 }, shadow(300), tallVase(c.navy, c.sky, c.paper)),
    place({ x: 118, y: 490, scale: 0.56, turn: -8 }, wattle(360, c.pine, c.ochre)),
    place({ x: 386, y: 856, scale: 0.9 }, shadow(370), parcel(c.pine, c.butter, c.paper)),
    place({ x: 366, y: 480, scale: 0.4, turn: -4 }, parcel(c.butter, c.coral, c.paper)),
    place({ x: 1082, y: 848, scale: 0.74 }, shadow(330), mug({ fill: c.sea, glaze: c.paper })),
    place({ x: 764, y: 500, turn: 7, scale: 1.34 }, giftInHand()),
    place({ x: 380, y: 186, turn: -12 }, giftCard()),
    confetti(),
  );

const giftInHand = () =>
  phone(
    c.paper,
    disc(134, 66, 26, c.blush),
    place({ x: 134, y: 70, scale: 0.1 }, knot(c.coral, 52)),
    box(94, 102, 80, 10, c.sand, 5),
    box(20, 132, 206, 232, c.coral, 22),
    disc(123, 226, 66, c.salmon),
    place({ x: 123, y: 238, scale: 0.29 }, knot(c.paper, 48)),
    box(56, 318, 134, 16, c.butter, 8),
    box(20, 382, 206, 66, c.mist, 22),
    box(42, 402, 150, 10, c.sea, 5),
    box(42, 424, 96, 10, c.sea, 5),
    box(112, 470, 136, 50, c.coral, 25),
    box(140, 490, 80, 10, c.paper, 5),
  );

const giftCard = () =>
  box(-146, -84, 308, 190, darker(c.salmon, 0.16), 22) +
  box(-154, -96, 308, 190, c.butter, 22) +
  box(-154, -22, 308, 26, c.coral) +
  box(-76, -96, 26, 190, c.coral) +
  place({ x: -63, y: -6, scale: 0.3 }, knot(darker(c.coral, 0.1), 52)) +
  box(44, 40, 82, 14, c.oak, 7) +
  box(76, -64, 50, 14, c.oak, 7);

const PARTY = [c.coral, c.paper, c.ochre, c.sea, c.pine];

const confetti = () =>
  [
    [560, 96, 18],
    [1010, 120, 26],
    [1120, 330, 18],
    [92, 118, 24],
    [548, 386, 16],
    [960, 640, 15],
    [1140, 540, 14],
  ]
    .map(([x, y, r], i) => star(x!, y!, r!, PARTY[i % 5]!, 8, 0.44))
    .join('') +
  [
    [650, 70, 30],
    [900, 60, -24],
    [1080, 220, 50],
    [170, 150, 20],
    [1030, 470, -30],
  ]
    .map(([x, y, turn], i) => place({ x: x!, y: y!, turn: turn! }, box(-16, -6, 32, 12, PARTY[(i + 2) % 5]!, 6)))
    .join('');

export const productHero = () =>
  picture(
    ...SIZE,
    '<title>A box of good things at the door</title>',
    box(0, 0, 1200, 960, c.mint),
    times(7, (row) => line(d('M 0', 96 + row * 112, 'H 1200'), lighter(c.mint, 0.34), 5)),
    door(),
    box(0, 806, 1200, 154, c.sage),
    box(0, 806, 1200, 12, lighter(c.sage, 0.4)),
    box(268, 856, 664, 56, c.oak, 28),
    times(13, (i) => line(d('M', 306 + i * 49, '870 v 28'), darker(c.oak, 0.16), 6)),
    place({ x: 150, y: 878, scale: 0.92 }, shadow(360), monstera(c.terracotta)),
    place({ x: 1064, y: 884, scale: 0.82 }, shadow(330), jug({ fill: c.sea, glaze: c.paper })),
    place({ x: 1054, y: 572, scale: 0.8, turn: 8 }, wattle(330, c.pine, c.ochre)),
    carton(),
    star(1130, 130, 26, c.paper, 8, 0.44),
    star(70, 92, 22, c.paper, 8, 0.44),
    star(1000, 300, 16, c.butter, 8, 0.44),
  );

const door = () =>
  arch(600, 812, 620, 780, c.paper) +
  arch(600, 812, 556, 748, c.pine) +
  solid('M 362 300 A 238 238 0 0 1 838 300 Z', c.butter) +
  times(4, (i) => place({ x: 600, y: 300, turn: -54 + i * 36 }, line('M 0 0 V -238', c.pine, 12))) +
  box(362, 344, 222, 444, darker(c.pine, 0.2), 14) +
  box(616, 344, 222, 444, darker(c.pine, 0.2), 14) +
  box(378, 360, 190, 412, c.leaf, 8) +
  box(632, 360, 190, 412, c.leaf, 8) +
  disc(600, 560, 18, c.ochre);

const carton = () =>
  place(
    { x: 600, y: 884 },
    shadow(520),
    solid('M -244 -250 L -330 -330 L -40 -330 L 0 -250 Z', darker(c.oak, 0.24)),
    solid('M 244 -250 L 330 -330 L 40 -330 L 0 -250 Z', darker(c.oak, 0.3)),
    place({ x: -132, y: -120, scale: 0.66, turn: -7 }, coffeeBag(c.coral, c.paper, c.coral, c.butter)),
    place({ x: 128, y: -214, scale: 0.6, turn: 4 }, bookPile([c.navy, c.butter, c.terracotta, c.sky])),
    place({ x: 20, y: -196, scale: 0.62 }, mug({ fill: c.ochre, glaze: c.paper })),
    place({ x: 206, y: -378, scale: 0.34, turn: 4 }, mug({ fill: c.sea, glaze: c.mist })),
    box(-250, -258, 500, 258, c.oak, 8),
    box(110, -258, 140, 258, darker(c.oak, 0.1), 8),
    box(-46, -258, 92, 258, lighter(c.oak, 0.24)),
    solid('M -250 -258 H 0 L -40 -196 H -318 Z', lighter(c.oak, 0.12)),
    solid('M 250 -258 H 0 L 40 -196 H 318 Z', darker(c.oak, 0.05)),
    box(-206, -104, 118, 66, c.paper, 8),
    box(-190, -86, 64, 9, c.ink, 4),
    box(-190, -66, 86, 9, c.stone, 4),
    place({ x: 160, y: -84, scale: 0.2 }, knot(c.pine, 52)),
  );
