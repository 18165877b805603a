/**
 * Returns a function that draws integers from 0 up to but excluding `sides`. The same seed repeats the same numbers.
 */
export function createSeededRandom(seed: number): (sides: number) => number {
  let state = hashSeed(seed);
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Uses MurmurHash3's finalizer. Without it, consecutive days would start with similar numbers. */
function hashSeed(seed: number): number {
  let hash = seed | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const DAY_MS = 86_400_000;
/** The seed is fixed, so that all days share one shuffled order. */
const ORDER_SEED = 1;

/**
 * Returns `count` of the items. Consecutive days take consecutive slices of one shuffled order, so ceil(items / count)
 * days cover all items. `seed` is a date such as 20261128, or any number.
 */
export function pickRotatingShare<Item>(
  items: readonly Item[],
  { count, seed }: { count: number; seed: number },
): Item[] {
  if (items.length <= count) return [...items];
  const random = createSeededRandom(ORDER_SEED);
  const ranked = items.map((item, index) => ({ item, index, rank: random(2 ** 32) }));
  const shuffled = ranked.toSorted((entry, other) => entry.rank - other.rank);
  const start = (dayNumber(seed) * count) % items.length;
  const share = [...shuffled, ...shuffled].slice(start, start + count);
  return share.sort((entry, other) => entry.index - other.index).map(({ item }) => item);
}

function dayNumber(seed: number): number {
  const [year, month, day] = (/^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined) return seed;
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
