import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Changes, Read } from '../../database/changes.ts';
import { type Answer, type CachedResponse, cachedResponse } from './cached-response.ts';

const MOST_BYTES = 32 * 1_024 * 1_024;

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
 * `isCached`: whether a call, by its path, answers everybody the same. `ask` sends a query through the app; `shown` reads
 * from the answer which products' number in stock it says.
 */
type Parts = {
  isCached: (call: string) => boolean;
  changes: Pick<Changes, 'isKnown' | 'catalogue'>;
  ask: (query: CacheQuery) => Promise<Answer>;
  shown: (answer: Answer, url: string) => Iterable<number>;
};

/**
 * `ids`: of the products whose number in stock it says. `kept` is missing where an answer is not for everybody or for
 * later, such as an error.
 */
type Loaded = { answer: Answer; ids: Set<number>; kept?: CachedResponse };
type Entry = Read & { ids: Set<number>; response: CachedResponse };

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
  const loading = new Map<string, { version: number; loaded: Promise<Loaded> }>();
  const productsOfWhole = new AsyncLocalStorage<Set<number>>();

  function current(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || changes.catalogue.isCurrent(entry)) return entry;
    entries.delete(key);
    return undefined;
  }

  async function ownLoad(query: CacheQuery, version: number): Promise<Loaded> {
    const ids = new Set<number>();
    const answer = await productsOfWhole.run(ids, () => ask(query));
    if (!mayBeKept(answer)) return { answer, ids };
    for (const id of shown(answer, query.url)) ids.add(id);
    const response = cachedResponse(answer, query);
    if (changes.catalogue.isCurrent({ version, ids })) entries.set(query.key, { version, ids, response });
    return { answer, ids, kept: response };
  }

  async function load(query: CacheQuery): Promise<Loaded & { isFirst: boolean }> {
    const version = changes.catalogue.version();
    const underWay = loading.get(query.key);
    // One that began before the latest change may have read what was before it.
    if (underWay?.version === version) return { ...(await underWay.loaded), isFirst: false };
    const own = { version, loaded: ownLoad(query, version) };
    loading.set(query.key, own);
    try {
      return { ...(await own.loaded), isFirst: true };
    } finally {
      if (loading.get(query.key) === own) loading.delete(query.key);
    }
  }

  function inWhole({ ids, answer }: Pick<Loaded, 'ids' | 'answer'>): Answer {
    for (const id of ids) productsOfWhole.getStore()?.add(id);
    return answer;
  }

  async function part(query: CacheQuery): Promise<Answer> {
    const entry = current(query.key);
    if (entry) return inWhole({ ids: entry.ids, answer: entry.response.answer });
    const loaded = await load(query);
    // An error is for whoever asked first, such as one about a limit.
    return loaded.kept || loaded.isFirst ? inWhole(loaded) : ask(query);
  }

  return { isCached, isOpen: changes.isKnown, get: (key) => current(key)?.response, load, part };
}

/** Errors are not, and neither is what says of itself that it is for one person. */
function mayBeKept({ status, headers }: Answer): boolean {
  return status === 200 && !headers['set-cookie'] && !headers['cache-control']?.includes('no-store');
}
