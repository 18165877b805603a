import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Changes, Read } from '#server/platform/database/changes.ts';
import { type Answer, type CachedResponse, createCachedResponse } from './cached-response.ts';

const MAX_BYTES = 32 * 1_024 * 1_024;
/**
 * After this many sales in quick succession, a response is hot: the cache may serve stock that is up to `HOT_MS` stale,
 * or twice that if one of the parts of the response is hot as well.
 */
const HOT_AFTER = 5;
const HOT_MS = 250;

/** Queries with equal keys get the same response. Rate limits count requests per `sender`. */
export type CacheQuery = {
  key: string;
  url: string;
  headers: Record<string, string>;
  sender: string;
  varyBy?: readonly string[];
};

/**
 * `isCached`: whether everyone gets the same response to a call (`cache` in its contract record). `shown`: the products
 * whose stock a response shows.
 */
type Parts = {
  isCached: (call: string) => boolean;
  changes: Pick<Changes, 'isKnown' | 'catalogue'>;
  ask: (query: CacheQuery, as: 'whole' | 'part') => Promise<Answer>;
  shown: (answer: Answer, url: string) => Iterable<number>;
};

type Loaded = { version: number; ids: Set<number>; answer: Answer; cached?: CachedResponse };
/** `missing`: the number of parts that failed or must not be shared. */
type Whole = Read & { ids: Set<number>; missing: number };
/** `inARow`: the number of reloads in quick succession. */
type Entry = Read & { ids: Set<number>; response: CachedResponse; readAt: number; inARow: number };

export type ResponseCache = Pick<Parts, 'isCached'> & {
  isOpen: () => boolean;
  get: (key: string) => CachedResponse | undefined;
  /** Loads a response only once for concurrent requests. `isFirst`: this request started the load. */
  load: (query: CacheQuery) => Promise<Loaded & { isFirst: boolean }>;
  /** Makes the whole response depend on the stock that this part shows. */
  part: (query: CacheQuery) => Promise<Answer>;
};

/** Invalidates responses when their content changes (docs/decisions/043). */
export function createResponseCache({ changes, isCached, ask, shown }: Parts): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response, ids }, key) => response.size + ids.size * 40 + key.length * 2,
  });
  const loading = new Map<string, { version: number; as: 'whole' | 'part'; loaded: Promise<Loaded> }>();
  const wholes = new AsyncLocalStorage<Whole>();

  /** Returns true if nothing but stock has changed. */
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
    const response = createCachedResponse(answer, query);
    if (isWhole(whole)) {
      const before = entries.peek(query.key);
      const inARow = before && readAt - before.readAt < 2 * HOT_MS ? before.inARow + 1 : 0;
      entries.set(query.key, { ...whole, response, readAt, inARow });
    }
    return { ...whole, answer, cached: response };
  }

  async function load(query: CacheQuery, as: 'whole' | 'part' = 'whole'): Promise<Loaded & { isFirst: boolean }> {
    const underWay = loading.get(query.key);
    // A load that began before a change may be stale. A part must not wait for a queued load (docs/decisions/050).
    const isShared = underWay && isWhole(underWay) && (as === 'whole' || underWay.as === 'part');
    if (isShared) return { ...(await underWay.loaded), isFirst: false };
    const version = changes.catalogue.version();
    const currentLoad = { version, as, loaded: ownLoad(query, version, as) };
    loading.set(query.key, currentLoad);
    try {
      return { ...(await currentLoad.loaded), isFirst: true };
    } finally {
      if (loading.get(query.key) === currentLoad) loading.delete(query.key);
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
    // Errors are not shared, because a rate limit concerns only one sender.
    if (!loaded.cached) return loaded.isFirst ? loaded.answer : ask(query, 'part');
    if (whole) whole.missing -= 1;
    return inWhole(loaded);
  }

  return { isCached, isOpen: changes.isKnown, get: (key) => current(key)?.response, load, part };
}

function mayBeKept({ status, headers }: Answer): boolean {
  return status === 200 && !headers['set-cookie'] && !headers['cache-control']?.includes('no-store');
}
