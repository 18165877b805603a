import { expect, it, vi } from 'vitest';
import { createLimiter, createSingleFlight, isBusy } from './concurrency.ts';

it('shares one run among concurrent callers with the same key, and runs again later', async () => {
  const runOnce = createSingleFlight<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return runs;
  };
  expect(await Promise.all([runOnce('a', work), runOnce('a', work), runOnce('b', work)])).toEqual([2, 2, 2]);
  expect(runs).toBe(2);
  expect(await runOnce('a', work)).toBe(3);
});

it('rejects all callers of a failed run and does not cache the failure', async () => {
  const runOnce = createSingleFlight<string>();
  const fail = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled([runOnce('a', fail), runOnce('a', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await runOnce('a', async () => 'yes')).toBe('yes');
});

it('never exceeds the allowed concurrency, even when runs fail', async () => {
  const limit = createLimiter({ concurrency: 2 });
  let running = 0;
  let maxRunning = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      limit(async () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        if (index % 3 === 0) throw new Error('no');
        return index;
      }),
    ),
  );
  expect(maxRunning).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});

it("limits one owner's waiting calls without blocking other owners", async () => {
  const limit = createLimiter({ concurrency: 1, maxWaiting: 3, maxWaitingPerSender: 2 });
  const working = Promise.withResolvers<void>();
  const first = limit(() => working.promise, 'ann');
  const runs = ['ann', 'ann', 'ann', 'bob', 'kim'].map((owner) => limit(async () => owner, owner));
  working.resolve();
  const outcomes = await Promise.allSettled(runs);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : isBusy(outcome.reason)))).toEqual([
    'ann',
    'ann',
    true,
    'bob',
    true,
  ]);
  await first;
});

it('rejects a call immediately when the queue is full, and later when it has waited too long', async () => {
  vi.useFakeTimers();
  const limit = createLimiter({ concurrency: 1, maxWaiting: 1, waitMs: 1_000 });
  const first = Promise.withResolvers<string>();
  const outcomes: Record<string, unknown> = {};
  const ask = (name: string, run: () => Promise<string>) =>
    limit(run).then(
      (answer) => (outcomes[name] = answer),
      (error) => (outcomes[name] = isBusy(error) ? 'busy' : error),
    );
  const running = ask('first', () => first.promise);
  const waited = ask('second', async () => 'never runs');
  await ask('third', async () => 'never runs');
  expect(outcomes).toEqual({ third: 'busy' });
  await vi.advanceTimersByTimeAsync(1_000);
  await waited;
  expect(outcomes).toEqual({ third: 'busy', second: 'busy' });
  first.resolve('done');
  await running;
  await ask('fourth', async () => 'runs');
  expect(outcomes).toMatchObject({ first: 'done', fourth: 'runs' });
  vi.useRealTimers();
});
