import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTapGuard } from './one-at-a-time.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('ignores calls while an earlier call runs, but accepts calls again even after it failed', async () => {
  const guard = createTapGuard();
  const first = Promise.withResolvers<void>();
  const work = vi.fn(() => first.promise);
  const under = guard(work);
  vi.advanceTimersByTime(1_000);
  await guard(work);
  expect(work).toHaveBeenCalledTimes(1);
  first.reject(new Error('No'));
  await expect(under).rejects.toThrow('No');
  await guard(async () => void work().catch(() => undefined));
  expect(work).toHaveBeenCalledTimes(2);
});

it('ignores the second tap of a double tap even if the first call has finished', async () => {
  const guard = createTapGuard();
  const work = vi.fn(async () => undefined);
  await guard(work);
  vi.advanceTimersByTime(399);
  await guard(work);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await guard(work);
  expect(work).toHaveBeenCalledTimes(2);
});
