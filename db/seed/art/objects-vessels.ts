import { lathe } from './lathe.ts';
import { darker, hue, lighter } from './palette.ts';
import { box, disc, fade, line, oval, path, place, solid, times } from './shapes.ts';

const label = (y: number, width: number, height: number, fill: string, mark: string) =>
  box(-width / 2, y - height, width, height, fill, 6) +
  disc(0, y - height * 0.64, height * 0.16, mark) +
  box(-width * 0.28, y - height * 0.34, width * 0.56, 8, mark, 4) +
  box(-width * 0.18, y - height * 0.2, width * 0.36, 8, mark, 4);

type Bottle = { fill: string; cap: string; label: string; mark: string };

export const dropper = ({ fill, cap, label: paper, mark }: Bottle) =>
  lathe({
    profile: [
      [0, 112],
      [10, 122],
      [210, 122],
      [262, 96],
      [290, 44],
      [320, 42],
    ],
    fill,
  }) +
  lathe({
    profile: [
      [316, 50],
      [380, 50],
    ],
    fill: cap,
    shine: false,
  }) +
  lathe({
    profile: [
      [380, 24],
      [420, 34],
      [470, 28],
      [494, 10],
    ],
    fill: hue.ink,
  }) +
  label(-36, 170, 156, paper, mark);

export const pump = ({ fill, cap, label: paper, mark }: Bottle) =>
  path('M 0 -486 V -530 H -104', { stroke: cap, width: 30 }) +
  box(-118, -536, 28, 44, darker(cap, 0.2), 6) +
  lathe({
    profile: [
      [0, 116],
      [10, 126],
      [300, 126],
      [368, 100],
      [398, 40],
      [420, 38],
    ],
    fill,
  }) +
  lathe({
    profile: [
      [414, 48],
      [464, 46],
    ],
    fill: cap,
    shine: false,
  }) +
  box(-13, -500, 26, 40, darker(cap, 0.14)) +
  label(-60, 184, 204, paper, mark);

export const jar = ({ fill, cap, label: paper, mark }: Bottle) =>
  lathe({
    profile: [
      [0, 158],
      [12, 170],
      [190, 170],
      [216, 156],
    ],
    fill,
  }) +
  lathe({
    profile: [
      [214, 168],
      [222, 174],
      [284, 174],
      [292, 166],
    ],
    fill: cap,
    shine: false,
  }) +
  label(-32, 220, 130, paper, mark);

export const tin = (fill: string, lid: string, mark: string) =>
  lathe({
    profile: [
      [0, 150],
      [6, 154],
      [110, 154],
    ],
    fill,
  }) +
  lathe({
    profile: [
      [104, 160],
      [150, 160],
      [160, 152],
    ],
    fill: lid,
    shine: false,
  }) +
  disc(0, -54, 28, mark) +
  box(-96, -58, 40, 8, mark, 4) +
  box(56, -58, 40, 8, mark, 4);

export const candle = (fill: string, paper: string, mark: string) =>
  solid('M 0 -372 C 40 -326 24 -292 0 -292 C -24 -292 -40 -326 0 -372 Z', hue.ochre) +
  line('M 0 -290 V -262', hue.ink, 6) +
  lathe({
    profile: [
      [0, 132],
      [12, 146],
      [264, 146],
    ],
    fill,
  }) +
  oval(0, -264, 146, 18, lighter(fill, 0.6)) +
  label(-44, 176, 152, paper, mark);

export const flask = (fill: string, cap: string, mark: string) =>
  path('M -34 -560 C -34 -624 34 -624 34 -560', { stroke: darker(cap, 0.1), width: 20 }) +
  lathe({
    profile: [
      [0, 104],
      [12, 116],
      [390, 116],
      [440, 92],
      [470, 62],
      [490, 60],
    ],
    fill,
  }) +
  lathe({
    profile: [
      [484, 70],
      [556, 70],
      [566, 60],
    ],
    fill: cap,
    shine: false,
  }) +
  solid('M -62 -170 L -14 -258 L 12 -214 L 30 -240 L 66 -170 Z', mark);

export const keepCup = (fill: string, band: string, lid: string) =>
  lathe({
    profile: [
      [0, 104],
      [10, 110],
      [310, 146],
    ],
    fill,
    bands: [{ from: 110, to: 212, fill: band }],
  }) +
  lathe({
    profile: [
      [300, 156],
      [334, 156],
      [344, 132],
      [372, 128],
    ],
    fill: lid,
    shine: false,
  });

export const dripper = (fill: string, glaze: string) =>
  lathe({
    profile: [
      [0, 124],
      [8, 136],
      [150, 112],
      [190, 132],
      [220, 132],
    ],
    fill: hue.mist,
    shine: true,
  }) +
  fade(
    0.9,
    lathe({
      profile: [
        [6, 132],
        [70, 124],
      ],
      fill: hue.bark,
      shine: false,
    }),
  ) +
  path('M 140 -360 C 230 -370 226 -268 104 -272', { stroke: darker(fill, 0.12), width: 24 }) +
  lathe({
    profile: [
      [214, 146],
      [232, 146],
      [240, 62],
      [268, 70],
      [400, 184],
    ],
    fill,
    bands: [{ from: 340, to: 400, fill: glaze }],
  }) +
  oval(0, -400, 184, 24, darker(glaze, 0.3));

export const moka = (fill: string, handle: string) =>
  path('M 92 -400 C 210 -420 214 -320 186 -250', { stroke: handle, width: 32 }) +
  disc(0, -482, 20, handle) +
  solid('M -150 0 L -96 -206 H 96 L 150 0 Z', fill) +
  solid('M 40 0 L 26 -206 H 96 L 150 0 Z', darker(fill, 0.16)) +
  box(-108, -226, 216, 30, darker(fill, 0.3), 6) +
  solid('M -92 -226 L -136 -430 L -186 -440 L 132 -440 L 92 -226 Z', lighter(fill, 0.14)) +
  solid('M 24 -226 L 36 -440 H 132 L 92 -226 Z', darker(fill, 0.1)) +
  solid('M -132 -440 L 0 -476 L 132 -440 Z', darker(fill, 0.22));

export const coldBrew = (colours: string[]) =>
  times(colours.length, (i) =>
    place(
      { x: (i - (colours.length - 1) / 2) * 178, y: i % 2 ? 0 : -14, scale: 0.86 },
      lathe({
        profile: [
          [0, 78],
          [8, 86],
          [250, 86],
          [330, 46],
          [420, 36],
        ],
        fill: hue.bark,
      }),
      lathe({
        profile: [
          [414, 44],
          [452, 42],
        ],
        fill: colours[i]!,
        shine: false,
      }),
      box(-72, -216, 144, 150, colours[i]!, 6),
      disc(0, -142, 34, hue.paper),
    ),
  );

export const lantern = (fill: string) =>
  path('M -96 -340 C -96 -560 96 -560 96 -340', { stroke: darker(fill, 0.3), width: 18 }) +
  lathe({
    profile: [
      [70, 96],
      [110, 132],
      [190, 140],
      [290, 104],
    ],
    fill: hue.butter,
  }) +
  solid('M 0 -236 C 48 -180 30 -104 0 -104 C -30 -104 -48 -180 0 -236 Z', hue.ochre) +
  lathe({
    profile: [
      [0, 150],
      [50, 146],
      [78, 108],
    ],
    fill,
    shine: false,
  }) +
  lathe({
    profile: [
      [284, 112],
      [310, 124],
      [350, 70],
      [380, 56],
      [396, 56],
    ],
    fill,
    shine: false,
  }) +
  line('M -130 -86 V -312', darker(fill, 0.3), 12) +
  line('M 130 -86 V -312', darker(fill, 0.3), 12);
