import { expect, test, vi } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('what is tapped while the first is under way is left out; afterwards it runs again, also after an error', async () => {
  const once = oneAtATime();
  const first = Promise.withResolvers<void>();
  const work = vi.fn(() => first.promise);
  const under = once(work);
  await once(work);
  expect(work).toHaveBeenCalledTimes(1);
  first.reject(new Error('No'));
  await expect(under).rejects.toThrow('No');
  await once(async () => void work().catch(() => undefined));
  expect(work).toHaveBeenCalledTimes(2);
});
