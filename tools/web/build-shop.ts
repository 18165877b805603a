import { buildServerIfStale } from '../builds/server-build.ts';
import { buildWebIfStale } from './web-build.ts';

export async function buildShop(): Promise<void> {
  try {
    await buildWebIfStale(process.env.BRAND === 'product' ? 'product' : 'giftcard');
    await buildServerIfStale();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
