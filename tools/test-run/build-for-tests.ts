import { buildServerIfStale } from '../builds/server-build.ts';
import { type Brand, buildWebIfStale } from '../web/web-build.ts';

type Wanted = {
  /** Whether tests open the shop in a browser */
  opensBrowser: boolean;
  /** Also builds the product store's gallery and the precompressed files that a real shop serves */
  isFull: boolean;
};

/** Builds the server, and the web app if tests open a browser, unless the builds are up to date. */
export async function buildForTests({ opensBrowser, isFull }: Wanted): Promise<void> {
  await buildServerIfStale();
  const brands: Brand[] = opensBrowser ? ['giftcard', 'product'] : [];
  for (const brand of brands) {
    await buildWebIfStale(brand, { isQuick: !isFull });
    if (brand === 'giftcard' || isFull) await buildWebIfStale(brand, { gallery: true });
  }
}
