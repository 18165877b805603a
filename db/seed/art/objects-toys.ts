/** The bottom centre of an object is (0, 0). */
import { darker, hue } from './palette.ts';
import { box, d, disc, line, path, place, rectangle, ring, solid, times } from './shapes.ts';

export const rainbow = (colours: string[]) =>
  colours
    .map((fill, i) => {
      const r = 300 - i * 50;
      return solid(d('M', -r, '0 A', r, r, '0 0 1', r, '0 Z'), fill);
    })
    .join('') + solid('M -50 0 A 50 50 0 0 1 50 0 Z', hue.cream);

const wheel = (x: number, r: number, fill: string) =>
  disc(x, -r, r, darker(fill, 0.1)) + disc(x, -r, r * 0.62, fill) + disc(x, -r, r * 0.18, hue.bark);

export const duck = (fill: string, beak: string, wheels: string) =>
  line('M -214 -66 C -300 -60 -280 -10 -340 -4', hue.ink, 6) +
  disc(-344, -6, 17, beak) +
  box(-210, -84, 420, 36, hue.oak, 12) +
  wheel(-140, 52, wheels) +
  wheel(140, 52, wheels) +
  solid(
    'M -176 -84 C -216 -160 -196 -210 -230 -262 C -160 -262 -120 -250 -70 -244 C 0 -234 30 -270 30 -320 C 30 -400 160 -420 184 -330 C 196 -280 170 -250 180 -200 C 190 -140 160 -84 100 -84 Z',
    fill,
  ) +
  solid('M -110 -140 C -110 -200 -20 -204 40 -196 C 36 -130 -40 -100 -110 -140 Z', darker(fill, 0.14)) +
  solid('M 178 -350 l 84 22 c 8 14 -4 24 -16 26 l -64 4 Z', beak) +
  disc(120, -340, 13, hue.ink);

export const train = (engine: string, wagon: string, load: string) => {
  const cart =
    box(-110, -150, 220, 88, wagon, 12) +
    wheel(-58, 40, hue.ochre) +
    wheel(58, 40, hue.ochre) +
    disc(-58, -180, 44, load) +
    disc(52, -176, 40, darker(load, 0.14)) +
    disc(0, -196, 46, load) +
    box(-114, -168, 228, 40, wagon, 10);
  return (
    line('M -100 -76 H 80', hue.bark, 14) +
    place({ x: -186 }, cart) +
    place(
      { x: 128 },
      box(-120, -100, 270, 44, darker(engine, 0.16), 10),
      box(-20, -196, 160, 100, engine, 46),
      box(-120, -286, 116, 190, engine, 12),
      box(-134, -306, 144, 32, hue.ochre, 10),
      box(-92, -250, 62, 62, hue.sky, 8),
      box(64, -266, 44, 74, darker(engine, 0.16), 6),
      box(54, -280, 64, 24, hue.ochre, 8),
      wheel(-70, 54, hue.ochre),
      wheel(52, 42, hue.ochre),
      wheel(124, 36, hue.ochre),
      disc(142, -146, 15, hue.butter),
      disc(110, -330, 26, hue.white, 0.8),
      disc(146, -374, 18, hue.white, 0.8),
    )
  );
};

export const blocks = (a: string, b: string, c: string, e: string) =>
  box(-250, -160, 160, 160, a, 8) +
  box(-70, -160, 160, 160, b, 8) +
  box(110, -160, 160, 160, c, 8) +
  solid('M -250 -160 L -170 -300 L -90 -160 Z', e) +
  solid('M -70 -160 A 80 80 0 0 1 90 -160 Z', a) +
  box(126, -300, 128, 140, e, 8) +
  solid('M 110 -300 L 190 -420 L 270 -300 Z', b) +
  disc(-170, -80, 46, hue.cream) +
  solid('M 160 0 V -60 A 30 30 0 0 1 220 -60 V 0 Z', hue.cream) +
  solid(rectangle(-30, -120, 80, 80), hue.cream) +
  disc(10, -284, 46, c) +
  [-250, -70, 110].map((x) => box(x + 128, -160, 32, 160, 'rgba(29,27,26,0.1)', 8)).join('');

export const ringTower = (colours: string[]) =>
  box(-14, -470, 28, 440, hue.oak, 14) +
  box(-190, -36, 380, 36, hue.oak, 16) +
  colours
    .map((fill, i) => {
      const w = 350 - i * 42;
      const y = -36 - (i + 1) * 66;
      return box(-w / 2, y, w, 64, fill, 32) + box(w / 2 - w * 0.28, y, w * 0.28, 64, 'rgba(29,27,26,0.1)', 32);
    })
    .join('') +
  disc(0, -36 - colours.length * 66 - 44, 46, hue.coral);

export const ute = (fill: string, trim: string) =>
  solid(
    'M -290 -76 V -178 C -290 -196 -276 -200 -262 -200 H -20 V -240 C 10 -306 40 -326 70 -326 H 130 C 170 -326 186 -240 196 -206 L 270 -190 C 290 -184 296 -170 296 -150 V -76 Z',
    fill,
  ) +
  solid('M 26 -216 C 44 -272 60 -292 84 -292 H 122 C 142 -292 150 -250 158 -216 Z', hue.mist) +
  line('M 96 -292 V -84', darker(fill, 0.2), 8) +
  box(-276, -176, 240, 20, darker(fill, 0.2), 6) +
  box(-296, -90, 596, 22, trim, 10) +
  wheel(-170, 64, trim) +
  wheel(176, 64, trim) +
  disc(278, -150, 14, hue.butter) +
  box(-250, -262, 84, 64, hue.oak, 6) +
  box(-156, -238, 70, 40, hue.clay, 6) +
  ring(-208, -230, 14, hue.bark, 6);

export const kite = (a: string, b: string, c: string, e: string) =>
  path('M 40 -250 C 140 -190 -120 -150 -20 -90 C 50 -50 -40 -10 -90 0', {
    stroke: hue.ink,
    width: 5,
  }) +
  [
    [64, -196],
    [-54, -130],
    [8, -62],
  ]
    .map(([x, y], i) =>
      place({ x: x!, y: y!, turn: i * 40 - 20 }, solid('M 0 0 l -30 -18 v 36 Z M 0 0 l 30 -18 v 36 Z', [a, b, c][i]!)),
    )
    .join('') +
  place(
    { x: 20, y: -250, turn: 8 },
    solid('M 0 0 L -170 -250 H 0 Z', a),
    solid('M 0 0 L 170 -250 H 0 Z', b),
    solid('M 0 -400 L -170 -250 H 0 Z', c),
    solid('M 0 -400 L 170 -250 H 0 Z', e),
    line('M 0 -400 V 0 M -170 -250 H 170', hue.paper, 5),
  );

export const bear = (fur: string, pad: string, scarf: string) =>
  disc(-92, -438, 50, fur) +
  disc(92, -438, 50, fur) +
  disc(-92, -438, 26, pad) +
  disc(92, -438, 26, pad) +
  place({ x: -150, y: -180, turn: 28 }, box(-42, -92, 84, 170, darker(fur, 0.08), 42)) +
  place({ x: 150, y: -180, turn: -28 }, box(-42, -92, 84, 170, darker(fur, 0.08), 42)) +
  solid('M -140 -120 C -150 -280 150 -280 140 -120 C 136 0 -136 0 -140 -120 Z', fur) +
  solid('M -80 -110 C -84 -210 84 -210 80 -110 C 78 -44 -78 -44 -80 -110 Z', pad) +
  disc(-112, -56, 60, darker(fur, 0.08)) +
  disc(112, -56, 60, darker(fur, 0.08)) +
  disc(-112, -56, 32, pad) +
  disc(112, -56, 32, pad) +
  solid('M -142 -350 C -146 -480 146 -480 142 -350 C 138 -236 -138 -236 -142 -350 Z', fur) +
  solid('M -62 -318 C -60 -372 60 -372 62 -318 C 60 -266 -60 -266 -62 -318 Z', pad) +
  disc(-58, -372, 13, hue.ink) +
  disc(58, -372, 13, hue.ink) +
  solid('M -22 -344 H 22 L 0 -318 Z', hue.ink) +
  path('M -20 -300 Q 0 -284 20 -300', { stroke: hue.ink, width: 6 }) +
  solid('M -116 -262 C -60 -232 60 -232 116 -262 L 110 -220 C 60 -196 -60 -196 -110 -220 Z', scarf) +
  solid('M 50 -218 l 46 -12 l 16 104 l -52 4 Z', darker(scarf, 0.12)) +
  times(3, (i) => line(d('M', -70 + i * 50, -246 + (i === 1 ? 8 : 0), 'v 26'), hue.paper, 8));
