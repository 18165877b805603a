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
