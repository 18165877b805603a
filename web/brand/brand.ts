import { giftcard } from './giftcard.ts';
import { product } from './product.ts';

/** Everything a branding decides. One file each: giftcard.ts and product.ts (BR-01..BR-03). */
export type Brand = {
  id: 'giftcard' | 'product';
  /** The brand title of the header and the page titles (OQ-014). */
  title: string;
  tagline: string;
  browseTitle: string;
  browseIntro: string;
  /** CA: 'Keep Shopping' in the cart popup. */
  keepShopping: boolean;
  /** Colours of the one action a screen has: at least 4.5:1 as text on paper and under `onAccent`. */
  colours: Record<'accent' | 'onAccent' | 'accentSoft', { light: string; dark: string }>;
  /** `mark` is drawn in the accent, in a 32 x 32 box. */
  logo: { viewBox: string; mark: string[] };
  /** Address of the browser tab's icon. */
  icon: string;
  /** How tiles stand: columns at phone, tablet and desk widths. */
  tiles: { columns: string; sizes: string };
};

const chosen = typeof __BRAND__ === 'undefined' ? 'giftcard' : __BRAND__;

export const brand: Brand = chosen === 'product' ? product : giftcard;

/** BC-29, BC-30: height of a tile's picture as a part of its width. */
export function tileHeight(isGiftCard: boolean): number {
  return isGiftCard ? 0.62 : 1.2;
}
