/** The bottom centre of an object is (0, 0). */
import { darker, hue, lighter } from './palette.ts';
import { box, d, disc, line, oval, path, place, solid, times } from './shapes.ts';

export const foldedPile = (colours: string[], width = 440) =>
  colours
    .map((fill, i) => {
      const y = -(i + 1) * 76;
      const w = width - i * 14;
      return (
        box(-w / 2, y, w, 78, fill, 30) +
        box(w / 2 - 118, y, 118, 78, darker(fill, 0.1), 30) +
        line(d('M', -w / 2 + 36, y + 40, 'H', w / 2 - 64), darker(fill, 0.16), 5) +
        line(d('M', w / 2 - 64, y + 22, 'a 18 18 0 0 1 0 36'), darker(fill, 0.3), 5)
      );
    })
    .join('');

export const pillows = (front: string, back: string) => {
  const shape = (w: number, h: number) =>
    d(
      'M',
      -w,
      -h,
      'C',
      -w * 0.5,
      -h * 0.9,
      w * 0.5,
      -h * 0.9,
      w,
      -h,
      'C',
      w * 0.92,
      -h * 0.6,
      w * 0.92,
      -h * 0.3,
      w,
      '0 C',
      w * 0.5,
      -h * 0.07,
      -w * 0.5,
      -h * 0.07,
      -w,
      '0 C',
      -w * 0.92,
      -h * 0.3,
      -w * 0.92,
      -h * 0.6,
      -w,
      -h,
      'Z',
    );
  return (
    place(
      { x: 34, y: -150, turn: -7 },
      solid(shape(270, 300), back),
      line('M -225 -258 C -100 -244 110 -244 225 -258', darker(back, 0.14), 6),
    ) +
    solid(shape(280, 290), front) +
    solid(
      'M 110 -264 C 170 -266 230 -274 280 -290 C 262 -180 262 -90 280 0 C 230 -12 170 -18 110 -20 C 150 -100 150 -190 110 -264 Z',
      darker(front, 0.1),
    ) +
    line('M -238 -246 C -100 -232 100 -232 238 -246', darker(front, 0.16), 6)
  );
};

export const cushionPile = (colours: string[]) =>
  colours
    .map((fill, i) =>
      place(
        { y: -i * 118, x: i % 2 ? 12 : -8 },
        solid(
          'M -250 -60 C -250 -130 -190 -136 0 -136 C 190 -136 250 -130 250 -60 C 250 0 190 0 0 0 C -190 0 -250 0 -250 -60 Z',
          fill,
        ),
        line('M -240 -62 H 240', darker(fill, 0.14), 6),
      ),
    )
    .join('');

const hanger = line('M 0 -560 C 0 -590 44 -590 38 -620 C 32 -646 -8 -644 -12 -616', hue.bark, 10);

export const tee = (fill: string, trim = darker(fill, 0.18)) =>
  solid(
    'M -96 -520 L -250 -440 L -206 -316 L -150 -342 L -150 0 H 150 V -342 L 206 -316 L 250 -440 L 96 -520 Z',
    fill,
  ) +
  solid('M 60 0 C 92 -160 96 -330 150 -380 V 0 Z', darker(fill, 0.09)) +
  line('M -150 -342 V -392', trim, 6) +
  line('M 150 -342 V -392', trim, 6) +
  solid('M -96 -520 C -60 -440 60 -440 96 -520 Z', darker(fill, 0.34)) +
  path('M -96 -520 C -60 -436 60 -436 96 -520', { stroke: trim, width: 16 });

export const smock = (fill: string, dots: string) =>
  tee(fill, dots) +
  box(-92, -236, 184, 138, dots, 18) +
  times(3, (i) => disc(-48 + i * 48, -180 + (i % 2) * 34, 15, [hue.coral, hue.ochre, hue.sea][i]!)) +
  line('M -150 -26 H 150', dots, 10);

export const jacket = (fill: string, lining: string, zip: string) =>
  solid(
    'M -126 -500 L -236 -430 L -286 -96 L -196 -82 L -164 -300 L -170 0 H 170 L 164 -300 L 196 -82 L 286 -96 L 236 -430 L 126 -500 Z',
    fill,
  ) +
  solid('M 20 0 V -470 L 126 -500 L 164 -460 L 164 -300 L 170 0 Z', darker(fill, 0.1)) +
  solid('M -140 -490 C -150 -640 150 -640 140 -490 C 90 -440 -90 -440 -140 -490 Z', darker(fill, 0.16)) +
  solid('M -92 -496 C -96 -596 96 -596 92 -496 C 60 -466 -60 -466 -92 -496 Z', lining) +
  line('M 0 -468 V 0', zip, 10) +
  line('M -130 -190 L -70 -120', zip, 9) +
  line('M 130 -190 L 70 -120', zip, 9) +
  box(-286, -108, 92, 26, darker(fill, 0.24), 8) +
  box(194, -108, 92, 26, darker(fill, 0.24), 8);

export const robe = (fill: string, trim: string) =>
  hanger +
  solid(
    'M -90 -540 L -220 -470 L -268 -180 L -176 -164 L -150 -300 L -176 20 H 176 L 150 -300 L 176 -164 L 268 -180 L 220 -470 L 90 -540 Z',
    fill,
  ) +
  solid('M 10 20 V -300 L 90 -540 L 150 -508 L 150 -300 L 176 20 Z', darker(fill, 0.08)) +
  solid('M -90 -540 H 90 L 0 -290 Z', darker(fill, 0.3)) +
  path('M -94 -540 L 4 -282 V 16', { stroke: trim, width: 26 }) +
  path('M 94 -540 L 4 -282', { stroke: trim, width: 26 }) +
  box(-160, -286, 320, 34, trim, 8) +
  line('M 20 -262 L 58 -120', trim, 16) +
  line('M 10 -262 L 2 -134', darker(trim, 0.1), 16);

export const apron = (fill: string, strap: string) =>
  path('M -84 -520 C -84 -650 84 -650 84 -520', { stroke: strap, width: 18 }) +
  line('M -190 -322 C -270 -330 -280 -250 -262 -190', strap, 15) +
  line('M 190 -322 C 270 -330 280 -250 262 -190', strap, 15) +
  solid(
    'M -100 -530 H 100 C 106 -420 150 -350 206 -330 L 222 0 H -222 L -206 -330 C -150 -350 -106 -420 -100 -530 Z',
    fill,
  ) +
  solid('M 70 -530 H 100 C 106 -420 150 -350 206 -330 L 222 0 H 110 C 130 -200 90 -360 70 -530 Z', darker(fill, 0.1)) +
  box(-112, -268, 224, 150, darker(fill, 0.14), 14) +
  line('M 0 -268 v 150', fill, 6) +
  box(-40, -500, 80, 34, strap, 4);

export const hungCloths = (colours: [string, string][]) => {
  const width = 520 / colours.length;
  return (
    colours
      .map(([fill, stripe], i) => {
        const x = -260 + i * width + 10;
        const w = width - 20;
        const drop = 430 + (i % 2) * 46;
        return (
          box(x, -560, w, drop, fill, 6) +
          box(x, -560 + drop - 96, w, 16, stripe) +
          box(x, -560 + drop - 64, w, 30, stripe) +
          box(x + w * 0.62, -560, w * 0.38, drop, 'rgba(29,27,26,0.08)', 6)
        );
      })
      .join('') +
    box(-310, -578, 620, 24, hue.oak, 12) +
    disc(-310, -566, 20, hue.bark) +
    disc(310, -566, 20, hue.bark)
  );
};

export const tableCloth = (fill: string, check: string) =>
  line('M -200 0 L -180 -260', hue.bark, 22) +
  line('M 200 0 L 180 -260', hue.bark, 22) +
  solid(
    'M -300 -300 H 300 L 316 -84 L 240 -112 L 160 -80 L 80 -112 L 0 -80 L -80 -112 L -160 -80 L -240 -112 L -316 -84 Z',
    fill,
  ) +
  times(7, (i) => line(d('M', -240 + i * 80, '-296 V', -112 + (i % 2) * 26), check, 10)) +
  line('M -306 -226 H 306', check, 10) +
  line('M -311 -150 H 311', check, 10) +
  box(-312, -322, 624, 30, lighter(fill, 0.3), 8);

export const throwOver = (fill: string, stripe: string) =>
  box(-270, -214, 540, 150, hue.oak, 14) +
  box(-240, -70, 34, 72, hue.bark, 6) +
  box(206, -70, 34, 72, hue.bark, 6) +
  box(-290, -228, 580, 44, lighter(hue.oak), 14) +
  solid('M -170 -246 C -60 -262 60 -262 170 -246 L 180 -44 H -160 Z', fill) +
  solid('M -166 -150 L 175 -150 L 176 -122 H -164 Z', stripe) +
  solid('M -163 -100 H 177 V -84 H -162 Z', stripe) +
  times(18, (i) => line(d('M', -154 + i * 19.4, '-44 v 30'), fill, 8));

export const tote = (fill: string, mark: string) =>
  path('M -90 -380 C -90 -580 90 -580 90 -380', { stroke: darker(fill, 0.14), width: 24 }) +
  solid('M -190 -400 H 190 L 214 0 H -214 Z', fill) +
  solid('M 90 -400 H 190 L 214 0 H 100 Z', darker(fill, 0.08)) +
  solid(
    'M -110 -250 C -60 -276 -30 -268 0 -246 C 30 -268 60 -276 110 -250 V -120 C 60 -142 30 -134 0 -112 C -30 -134 -60 -142 -110 -120 Z',
    mark,
  ) +
  line('M 0 -240 V -122', fill, 7);

export const woolSocks = (fill: string, cuff: string) => {
  const sock = (main: string) =>
    solid(
      'M -60 -420 H 60 V -190 C 60 -150 190 -130 196 -58 C 200 -10 170 0 130 0 H 10 C -40 0 -60 -30 -60 -80 Z',
      main,
    ) +
    box(-66, -430, 132, 74, cuff, 14) +
    solid('M 110 -124 C 150 -110 192 -90 196 -58 C 200 -10 170 0 130 0 H 100 C 130 -40 130 -80 110 -124 Z', cuff) +
    solid('M -60 -120 C -10 -120 6 -60 0 0 C -40 0 -60 -30 -60 -80 Z', cuff) +
    line('M -60 -300 H 60', cuff, 10) +
    line('M -60 -268 H 60', cuff, 10);
  return place({ x: 66, y: -36, turn: 5 }, sock(darker(fill, 0.12))) + place({ x: -110, turn: -4 }, sock(fill));
};

export const cap = (fill: string, peak: string, patch: string) =>
  solid('M -200 -60 C -206 -330 160 -350 180 -80 C 80 -110 -90 -110 -200 -60 Z', fill) +
  solid(
    'M 40 -280 C 130 -250 172 -180 180 -80 C 150 -92 120 -98 90 -100 C 92 -170 80 -230 40 -280 Z',
    darker(fill, 0.12),
  ) +
  disc(-8, -286, 16, peak) +
  solid(
    'M -200 -62 C -90 -116 100 -112 180 -82 C 270 -66 330 -40 330 -10 C 220 -50 -60 -50 -196 0 C -206 -20 -206 -44 -200 -62 Z',
    peak,
  ) +
  oval(-64, -186, 58, 46, patch) +
  solid('M -104 -168 L -74 -212 L -58 -188 L -48 -200 L -24 -168 Z', fill);
