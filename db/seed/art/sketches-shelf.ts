import { mug } from './objects-ceramics.ts';
import { book, bookPile, coffeeBag, cover, notebook, parcel } from './objects-paper.ts';
import { tote } from './objects-soft.ts';
import { coldBrew, dripper, jar, keepCup, moka } from './objects-vessels.ts';
import { hue as c } from './palette.ts';
import type { Sketch } from './product-pictures.ts';
import { place } from './shapes.ts';

const tea = (x: number, fill: string) => place({ x, y: 1016, scale: 0.86 }, mug({ fill, glaze: c.paper }));

export const books: Record<string, Sketch> = {
  'salt-on-the-line': {
    stage: 'window',
    tones: [c.sky, c.mist, c.sand],
    object: book(c.coral, cover.horizon(c.butter, c.navy, c.paper)),
    height: 460,
    width: 370,
    scale: 1.42,
  },
  'the-ferry-timetable': {
    stage: 'waves',
    tones: [c.butter, c.cream, c.sea],
    object: book(c.sky, cover.ferry(c.navy, c.paper, c.coral)),
    height: 460,
    width: 370,
    scale: 1.42,
  },
  'small-weather': {
    stage: 'arch',
    tones: [c.lilac, c.mist, c.plum],
    object: book(c.navy, cover.weather(c.paper, c.sky, c.ochre)),
    height: 460,
    width: 370,
    scale: 1.42,
  },
  'where-wombat-went': {
    stage: 'hills',
    tones: [c.sky, c.sage, c.moss],
    object: book(c.salmon, cover.wombat(c.bark, c.pine)),
    height: 460,
    width: 370,
    scale: 1.42,
  },
  'backyard-birds': {
    stage: 'sun',
    tones: [c.sage, c.butter, c.pine],
    object: book(c.cream, cover.bird(c.sea, c.navy, c.bark)),
    height: 460,
    width: 370,
    scale: 1.42,
  },
  'sunday-kitchen': {
    stage: 'halves',
    tones: [c.coral, c.salmon, c.cream],
    object: book(c.ochre, cover.kitchen(c.ink, c.ochre, c.ink)),
    height: 460,
    width: 370,
    scale: 1.42,
  },
  'cloth-notebook': {
    stage: 'flat',
    tones: [c.blush, c.cream, c.ochre],
    object: place({ turn: 6 }, notebook(c.pine, c.coral)),
    height: 450,
    width: 0,
    lift: 110,
    scale: 1.45,
  },
  'blind-date': {
    stage: 'scallops',
    tones: [c.cream, c.blush, c.plum],
    object: parcel(c.clay, c.paper, c.butter),
    height: 420,
    width: 370,
    scale: 1.45,
  },
  'five-book-shelf': {
    stage: 'lowSun',
    tones: [c.navy, c.ochre, c.oak],
    object: place({ x: -84 }, bookPile([c.coral, c.sky, c.butter, c.sage, c.plum])),
    height: 370,
    width: 430,
    scale: 1.36,
    props: tea(748, c.coral),
  },
  'shop-tote': {
    stage: 'line',
    tones: [c.butter, c.ochre, c.clay],
    object: tote(c.paper, c.navy),
    height: 540,
    width: 0,
    lift: 70,
    scale: 1.3,
  },
};

export const coffee: Record<string, Sketch> = {
  'first-light': {
    stage: 'sun',
    tones: [c.coral, c.ochre, c.plum],
    object: coffeeBag(c.cream, c.coral, c.paper, c.ochre),
    height: 500,
    width: 340,
    scale: 1.36,
  },
  'long-lunch': {
    stage: 'arch',
    tones: [c.sky, c.mist, c.bark],
    object: coffeeBag(c.sea, c.paper, c.sea, c.coral),
    height: 500,
    width: 340,
    scale: 1.36,
  },
  'night-shift': {
    stage: 'scallops',
    tones: [c.plum, '#7D3C57', c.rose],
    object: coffeeBag(c.navy, c.butter, c.navy, c.ochre),
    height: 500,
    width: 340,
    scale: 1.36,
  },
  'cold-brew-four': {
    stage: 'window',
    tones: [c.blush, c.cream, c.salmon],
    object: coldBrew([c.coral, c.sea, c.ochre, c.pine]),
    height: 430,
    width: 640,
    scale: 1.06,
  },
  'slow-dripper': {
    stage: 'plinth',
    tones: [c.butter, c.paper, c.ochre],
    object: dripper(c.coral, c.paper),
    height: 430,
    width: 340,
    scale: 1.42,
  },
  'magpie-cup': {
    stage: 'halves',
    tones: [c.ink, c.cream, c.stone],
    object: keepCup(c.paper, c.coral, c.plum),
    height: 375,
    width: 300,
  },
  'stovetop-pot': {
    stage: 'flutes',
    tones: [c.sand, c.cream, c.bark],
    object: moka(c.stone, c.ink),
    height: 500,
    width: 340,
    scale: 1.36,
  },
  'sticky-chai': {
    stage: 'lowSun',
    tones: [c.clay, c.ochre, c.bark],
    object: jar({ fill: c.terracotta, cap: c.ink, label: c.butter, mark: c.plum }),
    height: 300,
    width: 360,
  },
};
