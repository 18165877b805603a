import type { MessageDescriptor } from '@lingui/core';
import { giftcard } from './giftcard.ts';
import { product } from './product.ts';

/** Everything a branding decides. One file each: giftcard.ts and product.ts. */
export type Brand = {
  id: 'giftcard' | 'product';
  /** The brand title of the header and the page titles. */
  title: string;
  tagline: MessageDescriptor;
  browseTitle: MessageDescriptor;
  browseIntro: MessageDescriptor;
  /** 'Keep Shopping' in the cart popup. */
  keepShopping: boolean;
  /** Colours of the one action a screen has: at least 4.5:1 as text on paper and under `onAccent`. */
  colours: Record<'accent' | 'onAccent' | 'accentSoft', { light: string; dark: string }>;
  /** `mark` is drawn in the accent, in a 32 x 32 box. */
  logo: { viewBox: string; mark: string[] };
  /** Address of the browser tab's icon. */
  icon: string;
  /** The drawing at the head of the home page, 5:4, and the colour that stands there until it has come. */
  hero: { src: string; ground: string };
  /** How tiles stand: columns at tablet and desk widths; `sizes` of their pictures wider than a phone's. */
  tiles: {
    columns: string;
    sizes: string;
    besideFilters: string;
    sizesBesideFilters: string;
    /** How many columns `besideFilters` are from tablets on, and where. */
    counts: readonly { columns: number; at: 'sm' | 'sm:max-xl' | 'xl' }[];
  };
};

const chosen = typeof __BRAND__ === 'undefined' ? 'giftcard' : __BRAND__;

export const brand: Brand = chosen === 'product' ? product : giftcard;

/** Height of a tile's picture as a part of its width. */
export function tileHeight(isGiftCard: boolean): number {
  return isGiftCard ? 0.62 : 1.2;
}
