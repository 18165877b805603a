import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Changes, Read } from '#server/platform/database/changes.ts';
import { type Answer, type CachedResponse, cachedResponse } from './cached-response.ts';

const MOST_BYTES = 32 * 1_024 * 1_024;
/**
 * An answer that sales make old again and again, such as the page a campaign leads to, is hot after so many loads in a row:
 * then its numbers in stock may be so old, and twice as old where a part of it was hot when it was loaded.
 */
const HOT_AFTER = 5;
const HOT_MS = 250;

/**
 * What the app is asked for. Two requests with the same key get the same answer. `sender`: the address that asks, which
 * limits count for.
 */
export type CacheQuery = {
  key: string;
  url: string;
  headers: Record<string, string>;
  sender: string;
  varyBy?: readonly string[];
};

/**
 * `isCached`: whether a call, by its path, answers everybody the same; those are the calls whose record in contract/ has
 * `cache`. `ask` sends a query through the app, for a whole answer or for a part of one that is being loaded; `shown`
 * reads from the answer which products' number in stock it says.
 */
type Parts = {
  isCached: (call: string) => boolean;
  changes: Pick<Changes, 'isKnown' | 'catalogue'>;
  ask: (query: CacheQuery, as: 'whole' | 'part') => Promise<Answer>;
  shown: (answer: Answer, url: string) => Iterable<number>;
};

/**
 * `ids`: of the products whose number in stock it says. `kept` is missing where an answer is not for everybody or for
 * later, such as an error.
 */
type Loaded = { version: number; ids: Set<number>; answer: Answer; kept?: CachedResponse };
/** `missing`: parts that did not come, or came for one person alone. */
type Whole = Read & { ids: Set<number>; missing: number };
/** `readAt`: by performance.now(). `inARow`: how often it was loaded anew shortly after it had been loaded. */
type Entry = Read & { ids: Set<number>; response: CachedResponse; readAt: number; inARow: number };

export type ResponseCache = Pick<Parts, 'isCached'> & {
  isOpen: () => boolean;
  /** The answer that is kept and current. */
  get: (key: string) => CachedResponse | undefined;
  /** Asks the app, once for all who ask at a time, and keeps the answer. `isFirst`: nobody was waiting for it. */
  load: (query: CacheQuery) => Promise<Loaded & { isFirst: boolean }>;
  /** The same for a part of an answer that is being loaded: what the part says in stock, the whole says, too. */
  part: (query: CacheQuery) => Promise<Answer>;
};

/** Answers of public reads, kept whole and compressed until what they say changes (docs/decisions/043). */
export function createResponseCache({ changes, isCached, ask, shown }: Parts): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ response, ids }, key) => response.size + ids.size * 40 + key.length * 2,
  });
  const loading = new Map<string, { version: number; as: 'whole' | 'part'; loaded: Promise<Loaded> }>();
  /** What the answer that is being loaded says in stock, and the oldest version that it was read at. */
  const wholes = new AsyncLocalStorage<Whole>();

  /** Whether nothing has changed but numbers in stock. */
  const isWhole = ({ version }: { version: number }): boolean => changes.catalogue.isCurrent({ version, ids: [] });

  function current(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || changes.catalogue.isCurrent(entry)) return entry;
    const isHot = entry.inARow >= HOT_AFTER && performance.now() - entry.readAt < HOT_MS;
    return isHot && isWhole(entry) ? entry : undefined;
  }

  async function ownLoad(query: CacheQuery, version: number, as: 'whole' | 'part'): Promise<Loaded> {
    const readAt = performance.now();
    const whole: Whole = { version, ids: new Set<number>(), missing: 0 };
    const answer = await wholes.run(whole, () => ask(query, as));
    if (whole.missing > 0 || !mayBeKept(answer)) return { ...whole, answer };
    for (const id of shown(answer, query.url)) whole.ids.add(id);
    const response = cachedResponse(answer, query);
    if (isWhole(whole)) {
      const before = entries.peek(query.key);
      const inARow = before && readAt - before.readAt < 2 * HOT_MS ? before.inARow + 1 : 0;
      entries.set(query.key, { ...whole, response, readAt, inARow });
    }
    return { ...whole, answer, kept: response };
  }

  async function load(query: CacheQuery, as: 'whole' | 'part' = 'whole'): Promise<Loaded & { isFirst: boolean }> {
    const underWay = loading.get(query.key);
    // One that began before a change may have read what was before it; of a number in stock that is a moment old.
    // A whole one may stand in line, where a part must not wait (docs/decisions/050).
    const isShared = underWay && isWhole(underWay) && (as === 'whole' || underWay.as === 'part');
    if (isShared) return { ...(await underWay.loaded), isFirst: false };
    const version = changes.catalogue.version();
    const own = { version, as, loaded: ownLoad(query, version, as) };
    loading.set(query.key, own);
    try {
      return { ...(await own.loaded), isFirst: true };
    } finally {
      if (loading.get(query.key) === own) loading.delete(query.key);
    }
  }

  function inWhole({ version, ids, answer }: Loaded): Answer {
    const whole = wholes.getStore();
    if (whole) {
      whole.version = Math.min(whole.version, version);
      for (const id of ids) whole.ids.add(id);
    }
    return answer;
  }

  async function part(query: CacheQuery): Promise<Answer> {
    const entry = current(query.key);
    if (entry) return inWhole({ ...entry, answer: entry.response.answer });
    const whole = wholes.getStore();
    if (whole) whole.missing += 1;
    const loaded = await load(query, 'part');
    // An error is for whoever asked first, such as one about a limit.
    if (!loaded.kept) return loaded.isFirst ? loaded.answer : ask(query, 'part');
    if (whole) whole.missing -= 1;
    return inWhole(loaded);
  }

  return { isCached, isOpen: changes.isKnown, get: (key) => current(key)?.response, load, part };
}

/** Errors are not, and neither is what says of itself that it is for one person. */
function mayBeKept({ status, headers }: Answer): boolean {
  return status === 200 && !headers['set-cookie'] && !headers['cache-control']?.includes('no-store');
}
