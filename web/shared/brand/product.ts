import { msg } from '@lingui/core/macro';
import type { Brand } from './brand.ts';
import hero from './hero-product.svg?url';
import icon from './icon-product.svg?url';

export const product: Brand = {
  id: 'product',
  title: 'Handsel',
  tagline: msg`Good things from small shops.`,
  browseTitle: msg`Browse Products`,
  browseIntro: msg`Good things from independent Australian sellers, sent to your door.`,
  keepShopping: true,
  colours: {
    accent: { light: '#14664e', dark: '#5cc3a0' },
    onAccent: { light: '#ffffff', dark: '#06251b' },
    accentSoft: { light: '#e0efe8', dark: '#17332a' },
  },
  logo: {
    viewBox: '0 0 32 32',
    mark: [
      'M6 11h20l1.6 14.700A3 3 0 0 1 24.6 29H7.400a3 3 0 0 1-3-3.300z',
      'M10 13V9a6 6 0 0 1 12 0v4h-2.600V9a3.4 3.4 0 0 0-6.8 0v4z',
    ],
  },
  icon,
  hero: { src: hero, ground: '#d3e7da' },
  tiles: {
    columns: 'sm:grid-cols-3 lg:grid-cols-4',
    sizes: '(min-width: 1024px) 288px, (min-width: 640px) 31vw',
    besideFilters: 'sm:grid-cols-3',
    sizesBesideFilters: '(min-width: 1024px) 302px, (min-width: 640px) 31vw',
    counts: [{ columns: 3, breakpoint: 'sm' }],
  },
};
