import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FacetGroup } from './facets-store.ts';
import { createKeptCounts } from './kept-counts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function createCountsShop() {
  let version = 0;
  const isCurrent = (read: { version: number }) => read.version >= version;
  const counts = createKeptCounts({ version: () => version, isCurrent, change: () => undefined });
  const begun: PromiseWithResolvers<FacetGroup[]>[] = [];
  const count = () => {
    const deferred = Promise.withResolvers<FacetGroup[]>();
    begun.push(deferred);
    return deferred.promise;
  };
  return {
    begun,
    ask: (key = 'all') => counts.getOrCount(key, count),
    askOnce: () => counts.once(count),
    change: () => (version += 1),
    async answer(ms: number, products: number) {
      vi.advanceTimersByTime(ms);
      begun.at(-1)?.resolve([{ count: products } as FacetGroup]);
      await flushPromises();
    },
  };
}

const flushPromises = () => new Promise((resolve) => setImmediate(resolve));
const readTotal = async (groups: Promise<FacetGroup[]>) => (await groups)[0]?.count;

it('runs one facet count at a time for a changing list, and never returns a stale count', async () => {
  const { begun, ask, change, answer } = createCountsShop();
  const first = ask();
  await flushPromises();
  const later = [1, 2, 3].map(() => {
    change();
    return ask();
  });
  await flushPromises();
  expect(begun).toHaveLength(1);
  await answer(300, 1);
  expect(await readTotal(first)).toBe(1);
  await vi.advanceTimersByTimeAsync(299);
  expect(begun).toHaveLength(1);
  later.push(ask());
  await vi.advanceTimersByTimeAsync(1);
  await flushPromises();
  expect(begun).toHaveLength(2);
  await answer(300, 2);
  for (const groups of [...later, ask()]) expect(await readTotal(groups)).toBe(2);
  expect(begun).toHaveLength(2);
});

it('pauses for at most a second after a facet count, and then counts immediately after a change', async () => {
  const { begun, ask, change, answer } = createCountsShop();
  ask();
  await flushPromises();
  await answer(5_000, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  change();
  ask();
  await flushPromises();
  expect(begun).toHaveLength(2);
});

it('counts the facets of one list at a time, including uncached lists', async () => {
  const { begun, ask, askOnce, answer } = createCountsShop();
  const [all, single] = [ask('all'), ask('one')];
  await flushPromises();
  expect(begun).toHaveLength(1);
  await answer(10, 1);
  expect(begun).toHaveLength(2);
  await answer(10, 2);
  expect([await readTotal(all), await readTotal(single)]).toEqual([1, 2]);
  void askOnce();
  void askOnce();
  await flushPromises();
  expect(begun).toHaveLength(3);
});

it('rejects all callers that wait for a facet count that fails, and then starts a new count', async () => {
  const { begun, ask, answer } = createCountsShop();
  const failing = ask();
  await flushPromises();
  begun[0]?.reject(new Error('no answer'));
  await expect(failing).rejects.toThrow('no answer');
  const retry = ask();
  await flushPromises();
  await answer(1, 7);
  expect(await readTotal(retry)).toBe(7);
});
