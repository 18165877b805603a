import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

const A_SECOND_MS = 1_000;

/**
 * Waits for the expected value. Reads that begin later than a second after the change must return it on any machine
 * (docs/decisions/043).
 */
export async function expectWithinASecond<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const began = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const value = await read();
    if (isDeepStrictEqual(value, expected)) return;
    if (askedAt - began > A_SECOND_MS) return expect(value).toEqual(expected);
    // Reads from the cache do not yield, so without this pause no notification could arrive.
    await sleep(10);
  }
}
