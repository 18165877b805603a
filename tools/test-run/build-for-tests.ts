import { buildServerIfStale } from '../builds/server-build.ts';
import { type Brand, buildWebIfStale } from '../web/web-build.ts';

type Wanted = {
  opensBrowser: boolean;
  isFull: boolean;
};

export async function buildForTests({ opensBrowser, isFull }: Wanted): Promise<void> {
  await buildServerIfStale();
  const brands: Brand[] = opensBrowser ? ['giftcard', 'product'] : [];
  for (const brand of brands) {
    await buildWebIfStale(brand, { isQuick: !isFull });
    if (brand === 'giftcard' || isFull) await buildWebIfStale(brand, { gallery: true });
  }
}
