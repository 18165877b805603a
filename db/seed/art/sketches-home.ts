import {
  bowl,
  bowlNest,
  budVase,
  cactusPots,
  candlestick,
  jug,
  mug,
  plates,
  pot,
  tallVase,
} from './objects-ceramics.ts';
import { seedPackets } from './objects-paper.ts';
import {
  banksia,
  fern,
  gumBranch,
  hangingPlant,
  monstera,
  rubberPlant,
  snakePlant,
  wateringCan,
  wattle,
} from './objects-plants.ts';
import { apron, cushionPile, foldedPile, hungCloths, pillows, robe, tableCloth, throwOver } from './objects-soft.ts';
import { hue as c, lighter } from './palette.ts';
import type { Sketch } from './product-pictures.ts';
import { disc, place } from './shapes.ts';

const fruit = place({ x: 760, y: 1010 }, disc(0, -52, 52, c.ochre), disc(-16, -66, 12, lighter(c.ochre, 0.5)));

export const ceramics: Record<string, Sketch> = {
  'moon-mug': {
    stage: 'arch',
    tones: [c.blush, c.salmon, c.terracotta],
    object: mug({ fill: c.sand, glaze: c.paper }),
    height: 295,
    width: 330,
  },
  'shallow-bowl': {
    stage: 'lowSun',
    tones: [c.mist, c.sky, c.cream],
    object: bowl({ fill: c.clay, glaze: c.sea }),
    height: 230,
    width: 420,
  },
  'nesting-bowls': {
    stage: 'window',
    tones: [c.sand, c.cream, c.clay],
    object: bowlNest(c.terracotta, c.paper, c.sea),
    height: 320,
    width: 420,
  },
  'bud-vase': {
    stage: 'halves',
    tones: [c.salmon, c.blush, c.cream],
    object: place({ y: -326 }, wattle(330, c.pine, c.ochre)) + budVase(c.terracotta, c.paper),
    height: 660,
    width: 260,
    scale: 1.12,
  },
  'harbour-vase': {
    stage: 'plinth',
    tones: [c.sky, c.cream, c.sea],
    object:
      place({ x: -30, y: -570, turn: -20, scale: 0.62 }, gumBranch(420, c.moss)) +
      place({ x: 26, y: -570, turn: 16, scale: 0.62 }, gumBranch(500, c.pine, c.coral)) +
      tallVase(c.paper, c.navy, c.terracotta),
    height: 900,
    width: 320,
    scale: 0.96,
  },
  'side-plates': {
    stage: 'flutes',
    tones: [c.cream, c.sand, c.terracotta],
    object: plates([c.sea, c.paper, c.salmon, c.butter]),
    height: 250,
    width: 470,
  },
  'pouring-jug': {
    stage: 'sun',
    tones: [c.sage, c.mint, c.cream],
    object: jug({ fill: c.ochre, glaze: c.paper }),
    height: 420,
    width: 320,
    props: fruit,
  },
  'low-tide-candle-holder': {
    stage: 'arch',
    tones: [c.navy, c.sea, c.sand],
    object: candlestick(c.terracotta, c.sand),
    height: 540,
    width: 330,
  },
};

export const linen: Record<string, Sketch> = {
  'sheet-set': {
    stage: 'window',
    tones: [c.sky, c.mist, c.cream],
    object: foldedPile([c.navy, c.sea, c.paper, c.blush]),
    height: 320,
    width: 470,
  },
  'pillowcase-pair': {
    stage: 'lowSun',
    tones: [c.blush, c.butter, c.sand],
    object: pillows(c.paper, c.sky),
    height: 470,
    width: 580,
  },
  'waffle-robe': {
    stage: 'line',
    tones: [c.mint, c.sage, c.oak],
    object: robe(c.paper, c.moss),
    height: 680,
    width: 0,
    lift: 90,
    scale: 1.12,
  },
  'tea-towels': {
    stage: 'halves',
    tones: [c.cream, c.sand, c.terracotta],
    object: hungCloths([
      [c.paper, c.coral],
      [c.mist, c.navy],
      [c.butter, c.pine],
    ]),
    height: 600,
    width: 0,
    lift: 40,
    scale: 1.25,
  },
  'table-cloth': {
    stage: 'scallops',
    tones: [c.cream, c.mist, c.clay],
    object:
      place(
        { x: 30, y: -316, scale: 0.62 },
        place({ y: -326 }, wattle(330, c.pine, c.ochre)),
        budVase(c.coral, c.paper),
      ) + tableCloth(c.paper, c.sea),
    height: 700,
    width: 480,
    scale: 1.12,
  },
  'long-apron': {
    stage: 'arch',
    tones: [c.sand, c.cream, c.clay],
    object: apron(c.navy, c.clay),
    height: 650,
    width: 0,
    lift: 40,
    scale: 1.14,
  },
  'wool-throw': {
    stage: 'sun',
    tones: [c.pine, c.moss, c.sand],
    object: throwOver(c.coral, c.cream),
    height: 280,
    width: 560,
  },
  'bath-towels': {
    stage: 'waves',
    tones: [c.mist, c.sky, c.paper],
    object: foldedPile([c.sage, c.paper, c.moss]),
    height: 250,
    width: 470,
  },
  'floor-cushions': {
    stage: 'flutes',
    tones: [c.lilac, c.mist, c.plum],
    object: cushionPile([c.plum, c.ochre, c.rose]),
    height: 380,
    width: 520,
  },
};

export const plants: Record<string, Sketch> = {
  monstera: {
    stage: 'arch',
    tones: [c.sage, c.mint, c.cream],
    object: monstera(c.terracotta),
    height: 760,
    width: 380,
    scale: 0.98,
  },
  'rubber-plant': {
    stage: 'sun',
    tones: [c.blush, c.butter, c.clay],
    object: rubberPlant(c.paper),
    height: 730,
    width: 380,
    scale: 1.02,
  },
  'snake-plant': {
    stage: 'halves',
    tones: [c.butter, c.ochre, c.terracotta],
    object: snakePlant(c.sea),
    height: 660,
    width: 380,
  },
  'boston-fern': {
    stage: 'window',
    tones: [c.mist, c.paper, c.sage],
    object: fern(c.coral),
    height: 520,
    width: 380,
    scale: 1.3,
  },
  'cactus-trio': {
    stage: 'hills',
    tones: [c.salmon, c.clay, c.sand],
    object: cactusPots(c.coral, c.paper, c.sea),
    height: 500,
    width: 560,
  },
  'verandah-pot': {
    stage: 'plinth',
    tones: [c.sky, c.cream, c.moss],
    object: place({ y: -262 }, banksia(300, c.ochre, c.butter, c.pine)) + pot(c.terracotta),
    height: 560,
    width: 380,
    scale: 1.2,
  },
  'watering-can': {
    stage: 'lowSun',
    tones: [c.mint, c.sage, c.pine],
    object: wateringCan(c.coral, c.ochre),
    height: 400,
    width: 380,
    scale: 1.3,
  },
  'native-seeds': {
    stage: 'scallops',
    tones: [c.cream, c.blush, c.moss],
    object: seedPackets([
      [c.butter, c.coral],
      [c.sky, c.plum],
      [c.salmon, c.paper],
    ]),
    height: 360,
    width: 500,
  },
  'hanging-devils-ivy': {
    stage: 'arch',
    tones: [c.clay, c.sand, c.terracotta],
    object: hangingPlant(c.paper),
    height: 640,
    width: 0,
    lift: 150,
    scale: 1.25,
  },
};
