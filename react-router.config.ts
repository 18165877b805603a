import type { Config } from '@react-router/dev/config';

export function resolveBrand(): 'giftcard' | 'product' {
  const brand = process.env.BRAND || 'giftcard';
  if (brand === 'giftcard' || brand === 'product') return brand;
  throw new Error(`BRAND must be giftcard or product, not '${brand}'.`);
}

/** VITE_GALLERY=1 builds the shop with /gallery into a separate folder (docs/gallery.md). */
const place = process.env.VITE_GALLERY === '1' ? `${resolveBrand()}-gallery` : resolveBrand();

export default {
  appDirectory: 'web/shop',
  buildDirectory: `build/${place}`,
  // Sends the whole URL table, because it is small and one cached file beats a request per link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
