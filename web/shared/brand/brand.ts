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
  /** These colours need a contrast of at least 4.5:1 as text and under `onAccent`. */
  colours: Record<'accent' | 'onAccent' | 'accentSoft', { light: string; dark: string }>;
  logo: { viewBox: string; mark: string[] };
  icon: string;
  /** `src`: a picture in the ratio 5:4. `ground`: its placeholder colour. */
  hero: { src: string; ground: string };
  tiles: {
    columns: string;
    sizes: string;
    besideFilters: string;
    sizesBesideFilters: string;
    counts: readonly { columns: number; breakpoint: 'sm' | 'sm:max-xl' | 'xl' }[];
  };
};

const chosen = typeof __BRAND__ === 'undefined' ? 'giftcard' : __BRAND__;

export const brand: Brand = chosen === 'product' ? product : giftcard;

export function tileHeight(isGiftCard: boolean): number {
  return isGiftCard ? 0.62 : 1.2;
}
