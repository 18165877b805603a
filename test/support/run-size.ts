import { rotatingShare } from './random.ts';

/** Other runs only include some tests, chosen by date. */
export const isFullRun = process.env.TEST_ALL === '1';

/** Today's date, unless TEST_SEED repeats the run of another day. */
export const daySeed = readSeed(process.env.TEST_SEED || new Date().toISOString().slice(0, 10).replaceAll('-', ''));

/** At most nine digits, which all generators accept. */
export function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`TEST_SEED takes a whole number, such as 20261128, not "${text}".`);
}

/** Returns all items in a full run, otherwise `count` of them. A few days cover all items. */
export function shareOfDay<Item>(items: readonly Item[], count: number): Item[] {
  return isFullRun ? [...items] : rotatingShare(items, { count, seed: daySeed });
}
