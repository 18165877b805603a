import { pickRotatingShare } from './random.ts';

/** Runs that are not full include only some tests, chosen by date. */
export const isFullRun = process.env.TEST_ALL === '1';

export const daySeed = readSeed(process.env.TEST_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''));

/** Accepts at most nine digits, which all random generators can use as a seed. */
export function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`TEST_SEED takes a whole number, such as 20261128, not "${text}".`);
}

/**
 * Returns all items in a full run, otherwise `count` of them. The selection rotates daily, so a few days cover all
 * items.
 */
export function pickDailyShare<Item>(items: readonly Item[], count: number): Item[] {
  return isFullRun ? [...items] : pickRotatingShare(items, { count, seed: daySeed });
}
