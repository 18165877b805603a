import { emoji } from './emoji.ts';
import { bottleBox, soapBars } from './objects-paper.ts';
import { gumBranch } from './objects-plants.ts';
import { cap, jacket, smock, tee, woolSocks } from './objects-soft.ts';
import { bear, blocks, duck, kite, rainbow, ringTower, train, ute } from './objects-toys.ts';
import { candle, dropper, flask, jar, lantern, pump, tin } from './objects-vessels.ts';
import { hue as c } from './palette.ts';
import type { Sketch } from './product-pictures.ts';
import { disc, line, place } from './shapes.ts';

const peg = (y: number, fall: number) =>
  line(`M 500 ${y} V ${y + 40} L 400 ${y + fall} M 500 ${y + 40} L 600 ${y + fall}`, c.bark, 10) +
  disc(500, y, 24, c.oak) +
  disc(500, y, 11, c.clay);
const spray = (x: number, turn: number, fill: string) =>
  place({ x, y: 980, turn, scale: 1.3 }, gumBranch(420, fill, c.coral));

const bottle = { cap: c.ink, label: c.paper, mark: c.pine };

export const skin: Record<string, Sketch> = {
  'desert-lime-oil': {
    stage: 'plinth',
    tones: [c.mint, c.paper, c.sage],
    object: dropper({ ...bottle, fill: c.ochre }),
    height: 500,
    width: 250,
    scale: 1.34,
  },
  'finger-lime-cleanser': {
    stage: 'arch',
    tones: [c.sage, c.mint, c.cream],
    object: pump({ ...bottle, fill: c.moss }),
    height: 540,
    width: 260,
    scale: 1.34,
  },
  'lemon-myrtle-wash': {
    stage: 'window',
    tones: [c.butter, c.cream, c.sand],
    object: pump({ ...bottle, fill: c.bark, cap: c.bark }),
    height: 540,
    width: 260,
    scale: 1.34,
    props: spray(220, -16, c.moss),
  },
  'macadamia-butter': {
    stage: 'lowSun',
    tones: [c.blush, c.salmon, c.cream],
    object: jar({ ...bottle, fill: c.sand }),
    height: 300,
    width: 360,
  },
  'eucalypt-salts': {
    stage: 'waves',
    tones: [c.sky, c.mist, c.paper],
    object: jar({ ...bottle, fill: c.mint, cap: c.oak }),
    height: 300,
    width: 360,
  },
  'oat-honey-soap': {
    stage: 'halves',
    tones: [c.sand, c.cream, c.sage],
    object: soapBars(c.butter, c.salmon, c.paper),
    height: 300,
    width: 380,
  },
  'rosella-balm': {
    stage: 'sun',
    tones: [c.rose, c.blush, c.cream],
    object: place({ x: 60, y: -164 }, tin(c.plum, c.coral, c.paper)) + tin(c.coral, c.paper, c.paper),
    height: 330,
    width: 340,
  },
  'river-mint-candle': {
    stage: 'flutes',
    tones: [c.pine, c.leaf, c.sand],
    object: candle(c.sage, c.paper, c.pine),
    height: 375,
    width: 310,
  },
  'weekend-kit': {
    stage: 'scallops',
    tones: [c.mint, c.sage, c.clay],
    object: bottleBox(
      c.clay,
      c.cream,
      place({ x: -200 }, pump({ ...bottle, fill: c.moss })) +
        place({ x: 40 }, dropper({ ...bottle, fill: c.ochre })) +
        place({ x: 240, y: -60 }, gumBranch(430, c.pine)),
    ),
    height: 640,
    width: 500,
    scale: 1.2,
  },
};

export const toys: Record<string, Sketch> = {
  'rainbow-stacker': {
    stage: 'halves',
    tones: [c.sky, c.mist, c.sand],
    object: rainbow([c.coral, c.ochre, c.sage, c.sea, c.navy]),
    height: 300,
    width: 600,
    scale: 1.2,
  },
  'puddle-duck': {
    stage: 'waves',
    tones: [c.sky, c.mist, c.sea],
    object: duck(c.butter, c.coral, c.paper),
    height: 410,
    width: 460,
    scale: 1.16,
  },
  'goods-train': {
    stage: 'hills',
    tones: [c.mist, c.sage, c.sand],
    object: train(c.coral, c.sea, c.ochre),
    height: 400,
    width: 560,
    scale: 1.2,
  },
  'first-blocks': {
    stage: 'window',
    tones: [c.cream, c.paper, c.oak],
    object: blocks(c.coral, c.ochre, c.sea, c.pine),
    height: 420,
    width: 540,
    scale: 1.35,
  },
  'ring-tower': {
    stage: 'sun',
    tones: [c.blush, c.butter, c.clay],
    object: ringTower([c.navy, c.sea, c.sage, c.ochre, c.salmon]),
    height: 500,
    width: 400,
    scale: 1.36,
  },
  'barnaby-bear': {
    stage: 'arch',
    tones: [c.butter, c.ochre, c.cream],
    object: bear(c.clay, c.sand, c.coral),
    height: 490,
    width: 400,
    scale: 1.4,
  },
  'paddock-kite': {
    stage: 'hills',
    tones: [c.sky, c.moss, c.pine],
    object: kite(c.coral, c.ochre, c.paper, c.navy),
    height: 650,
    width: 0,
    lift: 160,
    scale: 1.18,
  },
  'wooden-ute': {
    stage: 'lowSun',
    tones: [c.salmon, c.butter, c.terracotta],
    object: ute(c.sea, c.paper),
    height: 330,
    width: 600,
    scale: 1.22,
  },
  'painting-smock': {
    stage: 'line',
    tones: [c.lilac, c.mist, c.plum],
    object: smock(c.ochre, c.paper),
    props: peg(120, 120),
    height: 530,
    width: 0,
    lift: 170,
    scale: 1.2,
  },
};

const pack = { '#ca0b4a': c.forest, '#f8312f': c.pine, '#fcd53f': c.ochre };

const tent = { '#44911b': c.terracotta, '#86d72f': c.coral, '#ffb02e': c.butter, '#1c1c1c': c.ink };

export const outdoors: Record<string, Sketch> = {
  'snowgum-jacket': {
    stage: 'hills',
    tones: [c.mist, c.sky, c.sage],
    object: jacket(c.pine, c.butter, c.coral),
    props: peg(146, 84),
    height: 620,
    width: 0,
    lift: 90,
    scale: 1.2,
  },
  'merino-tee': {
    stage: 'arch',
    tones: [c.sand, c.cream, c.clay],
    object: tee(c.moss),
    props: peg(170, 110),
    height: 520,
    width: 0,
    lift: 170,
    scale: 1.12,
  },
  'ridge-pack': {
    stage: 'hills',
    tones: [c.butter, c.clay, c.terracotta],
    object: emoji('backpack', 560, pack),
    height: 560,
    width: 430,
    scale: 1.2,
  },
  'two-night-tent': {
    stage: 'hills',
    tones: [c.navy, c.pine, c.forest],
    object: emoji('tent', 640, tent),
    height: 600,
    width: 560,
    scale: 1.14,
  },
  'walking-boot': {
    stage: 'plinth',
    tones: [c.sage, c.paper, c.moss],
    object:
      place({ x: 66, y: -10, scale: 0.94 }, emoji('hiking-boot', 500, { '#ffb02e': c.clay, '#7d4533': c.bark })) +
      place({ x: -30 }, emoji('hiking-boot', 500, { '#ffb02e': c.oak, '#7d4533': c.bark })),
    height: 460,
    width: 470,
    scale: 1.3,
  },
  'steel-flask': {
    stage: 'sun',
    tones: [c.sky, c.paper, c.moss],
    object: flask(c.pine, c.ink, c.butter),
    height: 610,
    width: 250,
    scale: 1.14,
  },
  'wool-socks': {
    stage: 'flat',
    tones: [c.sage, c.cream, c.coral],
    object: woolSocks(c.stone, c.coral),
    height: 450,
    width: 0,
    lift: 180,
    scale: 1.3,
  },
  'camp-cap': {
    stage: 'lowSun',
    tones: [c.mist, c.salmon, c.sand],
    object: cap(c.ochre, c.pine, c.paper),
    height: 320,
    width: 480,
    scale: 1.36,
  },
  'firelight-lantern': {
    stage: 'arch',
    tones: [c.night, c.navy, c.bark],
    object: lantern(c.coral),
    height: 500,
    width: 320,
    scale: 1.3,
  },
};
