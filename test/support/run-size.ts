import { rotatingShare } from './random.ts';

/** True in a full run (`npm run test:all`). Other runs take a daily share of some tests. */
export const isFullRun = process.env.TEST_ALL === '1';

/** Seed of all random test data: the date, such as 20261128, unless TEST_SEED is set to repeat another day. */
export const daySeed = readSeed(process.env.TEST_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''));

/** Parses a seed. Throws unless it is a whole number of at most nine digits, which all our generators accept. */
export function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`TEST_SEED takes a whole number, such as 20261128, not "${text}".`);
}

/** Returns all items in a full run, otherwise `count` of them: a few consecutive days cover all items. */
export function shareOfDay<Item>(items: readonly Item[], count: number): Item[] {
  return isFullRun ? [...items] : rotatingShare(items, { count, seed: daySeed });
}
