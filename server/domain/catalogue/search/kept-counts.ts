import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/platform/database/changes.ts';
import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import type { FacetGroup } from './facets-store.ts';

type Groups = Promise<FacetGroup[]>;
type Count = () => Groups;

const MAX_KEPT = 50;
/** Maximum pause after a count. A list pauses for as long as its count took. */
const MAX_PAUSE_MS = 1_000;

/** Runs one count at a time, because counting the whole catalogue takes a second. */
const ONE = { concurrency: 1, maxWaiting: 20, waitMs: 10_000 };

type Kept = { version: number; groups?: Groups; rested: Promise<unknown>; next?: Groups | undefined };

/**
 * Caches facet groups until the catalogue changes. During imports, the catalogue changes constantly and a count can
 * take a second, so callers share one count at a time, followed by a pause, and never get stale groups. `getOrCount`
 * needs keys from a small set; `once` does not cache.
 */
export function createKeptCounts(catalogue: Changes['catalogue']) {
  const lists = new LRUCache<string, Kept>({ max: MAX_KEPT });
  const inTurn = createLimiter(ONE);

  function begin(list: Kept, count: Count): Groups {
    const [version, began, groups] = [catalogue.version(), performance.now(), count()];
    Object.assign(list, { version, groups, next: undefined });
    list.rested = groups.then(
      () => sleep(Math.min(performance.now() - began, MAX_PAUSE_MS)),
      () => {
        list.version = Number.NEGATIVE_INFINITY;
      },
    );
    return groups;
  }

  return {
    getOrCount(key: string, count: Count): Groups {
      const list: Kept = lists.get(key) ?? { version: Number.NEGATIVE_INFINITY, rested: Promise.resolve() };
      lists.set(key, list);
      if (list.groups && catalogue.isCurrent({ version: list.version, ids: [] })) return list.groups;
      list.next ??= list.rested
        .then(() => inTurn(() => begin(list, count)))
        .catch((error) => {
          list.next = undefined;
          throw error;
        });
      return list.next;
    },
    once: createLimiter(ONE),
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
