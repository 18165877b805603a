import type { Config } from '@react-router/dev/config';

/** The branding is chosen when the shop is built: BRAND=giftcard (default) or product. */
export function chosenBrand(): 'giftcard' | 'product' {
  const brand = process.env.BRAND || 'giftcard';
  if (brand === 'giftcard' || brand === 'product') return brand;
  throw new Error(`BRAND must be giftcard or product, not '${brand}'.`);
}

/** VITE_GALLERY=1 builds the shop with /gallery, beside the real build and never over it (docs/gallery.md). */
const place = process.env.VITE_GALLERY === '1' ? `${chosenBrand()}-gallery` : chosenBrand();

export default {
  appDirectory: 'web/shop',
  buildDirectory: `build/${place}`,
  // The whole URL table is small: one cached file beats asking the server about every link on the page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
