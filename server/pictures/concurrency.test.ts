import { expect, test } from 'vitest';
import { createLimiter, createSingleFlight } from './concurrency.ts';

test('callers of one name share one run, and a later call runs again', async () => {
  const once = createSingleFlight<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return runs;
  };
  expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([2, 2, 2]);
  expect(runs).toBe(2);
  expect(await once('a', work)).toBe(3);
});

test('a failed run fails all who shared it and is not remembered', async () => {
  const once = createSingleFlight<string>();
  const fail = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled([once('a', fail), once('a', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => 'yes')).toBe('yes');
});

test('never more than the allowed number runs at once, also when some fail', async () => {
  const limit = createLimiter({ concurrency: 2 });
  let running = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      limit(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        if (index % 3 === 0) throw new Error('no');
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});
