import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

const A_SECOND_MS = 1_000;

/**
 * Waits until something reads as it should. Whatever was asked for more than a second after this began must, on a
 * machine of any speed (docs/decisions/043).
 */
export async function expectWithinASecond<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const began = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const value = await read();
    if (isDeepStrictEqual(value, expected)) return;
    if (askedAt - began > A_SECOND_MS) return expect(value).toEqual(expected);
    // What is kept answers without letting a notice in.
    await sleep(10);
  }
}
