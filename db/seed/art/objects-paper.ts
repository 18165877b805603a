/** The bottom centre of an object is (0, 0). */
import { darker, hue, lighter } from './palette.ts';
import { box, d, disc, line, oval, path, place, rectangle, ring, solid, times } from './shapes.ts';

export const book = (fill: string, coverArt: string) =>
  box(-150, -452, 330, 452, hue.cream, 4) +
  times(5, (i) => line(d('M 170', -444 + i * 2, 'V -8'), darker(hue.cream, 0.14), 2)) +
  box(-166, -460, 330, 460, fill, 8) +
  place({ x: -166, y: -460 }, coverArt) +
  box(-166, -460, 26, 460, 'rgba(29,27,26,0.16)', 6);

export const cover = {
  horizon: (sun: string, sea: string, words: string) =>
    disc(165, 190, 84, sun) +
    solid(rectangle(0, 240, 330, 220), sea) +
    times(4, (i) => line(d('M', 60 + i * 22, 282 + i * 38, 'H', 270 - i * 22), lighter(sea, 0.34), 8)) +
    box(62, 40, 206, 14, words, 7) +
    box(102, 68, 126, 14, words, 7),
  ferry: (ink: string, wave: string, funnel: string) =>
    solid('M 50 260 H 290 L 250 330 H 90 Z', ink) +
    box(96, 206, 150, 56, hue.paper, 4) +
    times(3, (i) => disc(124 + i * 46, 234, 13, ink)) +
    box(150, 132, 46, 76, funnel, 4) +
    times(3, (i) => path(d('M 26', 356 + i * 30, 'q 35 -22 70 0 t 70 0 70 0 70 0'), { stroke: wave, width: 9 })) +
    box(70, 56, 190, 14, ink, 7) +
    box(70, 84, 110, 14, ink, 7),
  weather: (cloud: string, rain: string, sun: string) =>
    disc(212, 148, 62, sun) +
    oval(160, 214, 96, 42, cloud) +
    disc(122, 190, 46, cloud) +
    disc(186, 176, 56, cloud) +
    times(8, (i) => line(d('M', 80 + (i % 4) * 52, 286 + Math.floor(i / 4) * 56, 'l -14 34'), rain, 10)) +
    box(62, 412, 206, 14, cloud, 7),
  wombat: (fur: string, grass: string) =>
    solid(rectangle(0, 340, 330, 120), grass) +
    solid('M 54 350 C 40 220 130 190 190 200 C 250 196 296 240 288 300 C 286 330 262 336 250 350 Z', fur) +
    disc(236, 212, 22, fur) +
    disc(268, 226, 18, darker(fur, 0.16)) +
    disc(262, 262, 9, hue.ink) +
    oval(286, 290, 15, 11, hue.ink) +
    box(84, 336, 40, 34, darker(fur, 0.14), 14) +
    box(200, 336, 40, 34, darker(fur, 0.14), 14) +
    box(56, 54, 218, 18, hue.paper, 9) +
    box(96, 90, 138, 18, hue.paper, 9),
  bird: (body: string, wing: string, twig: string) =>
    line('M 40 350 C 130 326 220 352 296 320', twig, 14) +
    solid('M 90 330 C 80 220 150 160 216 176 C 262 186 262 236 230 262 C 220 310 170 336 90 330 Z', body) +
    solid('M 106 330 C 104 260 150 234 196 246 C 192 300 160 326 106 330 Z', wing) +
    solid('M 252 206 l 40 12 l -40 14 z', hue.ochre) +
    disc(222, 212, 10, hue.ink) +
    solid('M 96 324 L 30 420 L 74 420 L 128 330 Z', wing) +
    box(62, 60, 206, 14, wing, 7) +
    box(102, 90, 126, 14, wing, 7),
  kitchen: (pan: string, yolk: string, line1: string) =>
    box(58, 56, 214, 18, line1, 9) +
    box(98, 92, 134, 18, line1, 9) +
    disc(150, 270, 104, pan) +
    disc(150, 270, 86, lighter(pan, 0.14)) +
    line('M 236 330 L 298 372', pan, 30) +
    solid('M 96 270 C 80 220 150 196 180 220 C 226 230 216 300 184 316 C 140 344 100 316 96 270 Z', hue.paper) +
    disc(154, 264, 32, yolk),
} as const;

export const bookPile = (colours: string[]) =>
  colours
    .map((fill, i) => {
      const w = 400 - (i % 3) * 36;
      const x = -w / 2 + (i % 2 ? 22 : -12);
      const y = -(i + 1) * 72;
      return (
        box(x, y, w, 70, fill, 6) +
        box(x + w - 30, y + 12, 30, 46, hue.cream) +
        box(x + 34, y, 16, 70, lighter(fill, 0.36)) +
        box(x + 82, y + 28, 130, 14, lighter(fill, 0.5), 7)
      );
    })
    .join('');

export const notebook = (fill: string, band: string) =>
  box(-160, -440, 320, 440, hue.cream, 12) +
  box(-172, -448, 320, 448, fill, 14) +
  box(-172, -448, 46, 448, darker(fill, 0.14), 14) +
  box(92, -448, 18, 448, band) +
  box(-76, -340, 130, 80, hue.paper, 8) +
  box(-52, -312, 82, 8, fill, 4) +
  box(-52, -290, 56, 8, fill, 4) +
  solid('M -40 0 v 44 l 14 -14 l 14 14 V 0 Z', band);

export const parcel = (fill: string, string: string, tag: string) =>
  box(-176, -420, 352, 420, fill, 8) +
  box(70, -420, 106, 420, darker(fill, 0.08), 8) +
  line('M 0 -420 V 0', string, 12) +
  line('M -176 -240 H 176', string, 12) +
  path('M 0 -240 C -90 -320 -130 -250 0 -240 C 130 -250 90 -320 0 -240', {
    stroke: string,
    width: 12,
  }) +
  place(
    { x: 60, y: -150, turn: 14 },
    box(-54, -44, 128, 84, tag, 10),
    disc(-34, -2, 8, fill),
    box(-8, -20, 58, 9, hue.ink, 4),
    box(-8, 4, 40, 9, hue.ink, 4),
  );

export const coffeeBag = (fill: string, paper: string, mark: string, top: string) =>
  solid('M -158 0 L -166 -440 H 166 L 158 0 Z', fill) +
  solid('M 70 0 L 74 -440 H 166 L 158 0 Z', darker(fill, 0.14)) +
  box(-170, -500, 340, 74, darker(fill, 0.08), 10) +
  line('M -160 -462 H 160', darker(fill, 0.26), 6) +
  box(-190, -470, 26, 18, top, 6) +
  box(164, -470, 26, 18, top, 6) +
  box(-106, -330, 212, 250, paper, 10) +
  disc(0, -232, 62, mark) +
  path('M -6 -286 C 40 -250 -44 -220 6 -178', { stroke: paper, width: 11 }) +
  box(-66, -140, 132, 11, mark, 5) +
  box(-40, -114, 80, 11, mark, 5);

export const bottleBox = (fill: string, lid: string, contents: string) =>
  place({ y: -230, scale: 0.72 }, contents) +
  solid('M -250 -250 H 250 L 236 0 H -236 Z', fill) +
  solid('M 110 -250 H 250 L 236 0 H 104 Z', darker(fill, 0.1)) +
  box(-262, -274, 524, 42, lid, 8) +
  ring(0, -124, 44, lid, 12) +
  disc(0, -124, 18, lid);

export const soapBars = (top: string, bottom: string, wrap: string) => {
  const bar = (fill: string) =>
    box(-170, -118, 340, 118, fill, 26) +
    box(70, -118, 100, 118, darker(fill, 0.08), 26) +
    box(-60, -118, 110, 118, wrap) +
    disc(-5, -60, 24, fill);
  return (
    place({ x: -20 }, bar(bottom)) +
    place({ x: 26, y: -116, turn: -3 }, bar(top)) +
    disc(150, -300, 26, hue.white, 0.7) +
    disc(196, -352, 15, hue.white, 0.7) +
    disc(112, -352, 12, hue.white, 0.7)
  );
};

export const seedPackets = (list: [string, string][]) =>
  list
    .map(([fill, bloom], i) =>
      place(
        { x: (i - 1) * 176, y: i === 1 ? -26 : 0, turn: (i - 1) * 7 },
        box(-94, -310, 188, 310, fill, 8),
        box(-94, -310, 188, 42, darker(fill, 0.16), 8),
        line('M 0 -60 V -156', hue.pine, 9),
        solid('M 0 -92 C 46 -122 60 -90 0 -70 Z', hue.leaf),
        times(7, (n) => place({ y: -178, turn: (n * 360) / 7 }, oval(0, -30, 15, 27, bloom))),
        disc(0, -178, 20, hue.ochre),
        box(-46, -36, 92, 10, hue.paper, 5),
      ),
    )
    .join('');
