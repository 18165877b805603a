/** Returns a function that draws integers from 0 up to `sides`, exclusive. The same seed draws the same numbers. */
export function seededRandom(seed: number): (sides: number) => number {
  let state = hashSeed(seed);
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Keeps consecutive days from starting with nearly the same numbers. This is MurmurHash3's finalizer. */
function hashSeed(seed: number): number {
  let hash = seed | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const DAY_MS = 86_400_000;
/** Fixed, so that all days share one shuffled order. */
const ORDER_SEED = 1;

/**
 * Returns `count` of the items. Consecutive days take consecutive slices of one shuffled order, so that
 * ceil(items / count) days cover every item. `seed` is a date such as 20261128, or any other number.
 */
export function rotatingShare<Item>(items: readonly Item[], { count, seed }: { count: number; seed: number }): Item[] {
  if (items.length <= count) return [...items];
  const random = seededRandom(ORDER_SEED);
  const ranked = items.map((item, index) => ({ item, index, rank: random(2 ** 32) }));
  const shuffled = ranked.toSorted((entry, other) => entry.rank - other.rank);
  const start = (dayNumber(seed) * count) % items.length;
  const share = [...shuffled, ...shuffled].slice(start, start + count);
  return share.sort((entry, other) => entry.index - other.index).map(({ item }) => item);
}

/** Returns the days since 1970 of a seed such as 20261128, or the seed itself if it does not look like a date. */
function dayNumber(seed: number): number {
  const [year, month, day] = (/^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined) return seed;
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
