import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/platform/database/changes.ts';
import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import type { FacetGroup } from './facets-store.ts';

type Groups = Promise<FacetGroup[]>;
type Count = () => Groups;

/** Lists whose groups are kept, those that were asked for last. */
const MOST_KEPT = 50;
/** A list is not counted anew sooner after a count than that took, or than this. */
const MOST_REST_MS = 1_000;

/** One at a time; a count of everything takes a second, so that nobody waits behind more than a few. */
const ONE = { concurrency: 1, mostWaiting: 20, waitMs: 10_000 };

/** `next`: the count of those who came after a change; it has not begun. */
type Kept = { version: number; groups?: Groups; rested: Promise<unknown>; next?: Groups | undefined };

/**
 * The groups of lists, kept until the catalogue changes. An import changes it many times a second, and a list of a
 * million products takes a second to count: so one kept list is counted at a time, once for all who came before its
 * count began, and then rests. Who comes after a change waits; nobody gets what was counted before it. A number in
 * stock that changes does not change groups. `kept` is given a list by its key, which must be one of few; `once` a list
 * that is like no other.
 */
export function createKeptCounts(catalogue: Changes['catalogue']) {
  const lists = new LRUCache<string, Kept>({ max: MOST_KEPT });
  const inTurn = createLimiter(ONE);

  function begin(list: Kept, count: Count): Groups {
    const [version, began, groups] = [catalogue.version(), performance.now(), count()];
    Object.assign(list, { version, groups, next: undefined });
    list.rested = groups.then(
      () => rest(Math.min(performance.now() - began, MOST_REST_MS)),
      () => {
        list.version = Number.NEGATIVE_INFINITY;
      },
    );
    return groups;
  }

  return {
    kept(key: string, count: Count): Groups {
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

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
