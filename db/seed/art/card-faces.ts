import type { Face } from './card-face.ts';
import {
  bauhaus,
  bigRainbow,
  cupsFromAbove,
  firstSong,
  kilnArches,
  readingLamp,
  shelfOfPots,
  topShelf,
} from './card-scenes-indoors.ts';
import {
  banksiaRow,
  bigLeaves,
  flaxField,
  foldedSheets,
  nightCamp,
  ranges,
  verandah,
  wattleSprays,
} from './card-scenes-outdoors.ts';
import { hue as c } from './palette.ts';

export const faces: Record<string, Face> = {
  'tide-studio-shelf': { ground: c.blush, ink: c.ink, seller: 'tide-and-kiln', edge: 'top', art: shelfOfPots() },
  'tide-kiln-door': { ground: c.navy, ink: c.cream, seller: 'tide-and-kiln', edge: 'bottom', art: kilnArches() },
  'lamplight-top-shelf': { ground: c.navy, ink: c.cream, seller: 'lamplight-lane', edge: 'bottom', art: topShelf() },
  'lamplight-late-page': { ground: c.sea, ink: c.ink, seller: 'lamplight-lane', edge: 'top', art: readingLamp() },
  'wattle-first-bloom': { ground: c.pine, ink: c.cream, seller: 'wattle-and-balm', edge: 'top', art: wattleSprays() },
  'wattle-banksia-walk': { ground: c.blush, ink: c.forest, seller: 'wattle-and-balm', edge: 'top', art: banksiaRow() },
  'tumbledown-toybox': { ground: c.paper, ink: c.navy, seller: 'tumbledown-toys', edge: 'bottom', art: bauhaus() },
  'tumbledown-rainbow': { ground: c.sky, ink: c.navy, seller: 'tumbledown-toys', edge: 'top', art: bigRainbow() },
  'magpie-first-song': { ground: c.coral, ink: c.paper, seller: 'slow-magpie', edge: 'top', art: firstSong() },
  'magpie-long-table': { ground: c.plum, ink: c.cream, seller: 'slow-magpie', edge: 'bottom', art: cupsFromAbove() },
  'flax-clean-sheets': { ground: c.navy, ink: c.paper, seller: 'eider-and-flax', edge: 'top', art: foldedSheets() },
  'flax-in-flower': { ground: c.cream, ink: c.navy, seller: 'eider-and-flax', edge: 'top', art: flaxField() },
  'paddock-snow-gums': { ground: c.sky, ink: c.ink, seller: 'far-paddock', edge: 'top', art: ranges() },
  'paddock-night-camp': { ground: c.night, ink: c.cream, seller: 'far-paddock', edge: 'top', art: nightCamp() },
  'verandah-big-leaf': { ground: c.butter, ink: c.forest, seller: 'verandah-green', edge: 'top', art: bigLeaves() },
  'verandah-lacework': { ground: c.coral, ink: c.paper, seller: 'verandah-green', edge: 'bottom', art: verandah() },
};
