import { msg } from '@lingui/core/macro';
import type { Brand } from './brand.ts';
import hero from './hero-giftcard.svg?url';
import icon from './icon-giftcard.svg?url';

export const giftcard: Brand = {
  id: 'giftcard',
  title: 'Handsel Gift Cards',
  tagline: msg`A gift on their phone in a minute.`,
  browseTitle: msg`Browse Gift Cards`,
  browseIntro: msg`Pick a card, add your words, and it lands on their phone now or on the day.`,
  keepShopping: false,
  colours: {
    accent: { light: '#c43d22', dark: '#ff8b6e' },
    onAccent: { light: '#ffffff', dark: '#2a0f08' },
    accentSoft: { light: '#feede7', dark: '#3a211a' },
  },
  logo: {
    viewBox: '0 0 32 32',
    mark: [
      'M5 13.5h22v12A2.5 2.5 0 0 1 24.5 28h-17A2.5 2.5 0 0 1 5 25.5z',
      'M4.5 8h23A1.5 1.5 0 0 1 29 9.5V12H3V9.5A1.5 1.5 0 0 1 4.5 8z',
      'M16 8C11 8 8.5 6.600 8.5 4.700 8.5 2.700 12.800 1.900 16 8c3.200-6.100 7.5-5.300 7.5-3.300C23.5 6.600 21 8 16 8z',
    ],
  },
  icon,
  hero: { src: hero, ground: '#f5cfc2' },
  tiles: {
    columns: 'sm:grid-cols-2 lg:grid-cols-3',
    sizes: '(min-width: 1024px) 384px, (min-width: 640px) 48vw',
    besideFilters: 'sm:grid-cols-2 xl:grid-cols-3',
    sizesBesideFilters: '(min-width: 1280px) 302px, (min-width: 640px) 48vw',
    counts: [
      { columns: 2, breakpoint: 'sm:max-xl' },
      { columns: 3, breakpoint: 'xl' },
    ],
  },
};
