import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FacetGroup } from './facets-store.ts';
import { createKeptCounts } from './kept-counts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function shop() {
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
    ask: (key = 'all') => counts.kept(key, count),
    askOnce: () => counts.once(count),
    change: () => (version += 1),
    async answer(ms: number, products: number) {
      vi.advanceTimersByTime(ms);
      begun.at(-1)?.resolve([{ count: products } as FacetGroup]);
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const total = async (groups: Promise<FacetGroup[]>) => (await groups)[0]?.count;

it('runs one facet count at a time for a changing list, and never returns a stale count', async () => {
  const { begun, ask, change, answer } = shop();
  const first = ask();
  await settled();
  const later = [1, 2, 3].map(() => {
    change();
    return ask();
  });
  await settled();
  expect(begun).toHaveLength(1);
  await answer(300, 1);
  expect(await total(first)).toBe(1);
  await vi.advanceTimersByTimeAsync(299);
  expect(begun).toHaveLength(1);
  later.push(ask());
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(begun).toHaveLength(2);
  await answer(300, 2);
  for (const groups of [...later, ask()]) expect(await total(groups)).toBe(2);
  expect(begun).toHaveLength(2);
});

it('pauses for at most a second after a facet count, and then counts immediately after a change', async () => {
  const { begun, ask, change, answer } = shop();
  ask();
  await settled();
  await answer(5_000, 1);
  await vi.advanceTimersByTimeAsync(1_000);
  change();
  ask();
  await settled();
  expect(begun).toHaveLength(2);
});

it('counts the facets of one list at a time, including uncached lists', async () => {
  const { begun, ask, askOnce, answer } = shop();
  const [all, single] = [ask('all'), ask('one')];
  await settled();
  expect(begun).toHaveLength(1);
  await answer(10, 1);
  expect(begun).toHaveLength(2);
  await answer(10, 2);
  expect([await total(all), await total(single)]).toEqual([1, 2]);
  void askOnce();
  void askOnce();
  await settled();
  expect(begun).toHaveLength(3);
});

it('rejects all callers that wait for a facet count that fails, and then starts a new count', async () => {
  const { begun, ask, answer } = shop();
  const failing = ask();
  await settled();
  begun[0]?.reject(new Error('no answer'));
  await expect(failing).rejects.toThrow('no answer');
  const again = ask();
  await settled();
  await answer(1, 7);
  expect(await total(again)).toBe(7);
});
