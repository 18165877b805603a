import { buildServerIfStale } from '../builds/server-build.ts';
import { buildWebIfStale } from './web-build.ts';

/** Builds pages and server whose sources have changed; says what is wrong and ends the process where it cannot. */
export async function buildShop(): Promise<void> {
  try {
    await buildWebIfStale(process.env.BRAND === 'product' ? 'product' : 'giftcard');
    await buildServerIfStale();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
