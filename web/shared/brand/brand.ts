import type { MessageDescriptor } from '@lingui/core';
import { giftcard } from './giftcard.ts';
import { product } from './product.ts';

export type Brand = {
  id: 'giftcard' | 'product';
  title: string;
  tagline: MessageDescriptor;
  browseTitle: MessageDescriptor;
  browseIntro: MessageDescriptor;
  keepShopping: boolean;
  /** Contrast at least 4.5:1 as text and under `onAccent`. */
  colours: Record<'accent' | 'onAccent' | 'accentSoft', { light: string; dark: string }>;
  /** `mark` is drawn in 32 x 32. */
  logo: { viewBox: string; mark: string[] };
  icon: string;
  /** 5:4, with a placeholder colour. */
  hero: { src: string; ground: string };
  /** Columns on tablets and desktops; `sizes` for screens wider than a phone. */
  tiles: {
    columns: string;
    sizes: string;
    besideFilters: string;
    sizesBesideFilters: string;
    counts: readonly { columns: number; at: 'sm' | 'sm:max-xl' | 'xl' }[];
  };
};

const chosen = typeof __BRAND__ === 'undefined' ? 'giftcard' : __BRAND__;

export const brand: Brand = chosen === 'product' ? product : giftcard;

/** Returns the picture height relative to its width. */
export function tileHeight(isGiftCard: boolean): number {
  return isGiftCard ? 0.62 : 1.2;
}
