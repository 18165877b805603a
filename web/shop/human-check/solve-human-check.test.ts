import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, it, vi } from 'vitest';
import { solveHumanCheck } from './solve-human-check.ts';

afterEach(() => vi.unstubAllGlobals());

const KEYS = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two', deriveKey };

it.each(['with', 'without'])(
  'solves a challenge so that the server accepts it, %s native cryptography',
  async (subtle) => {
    const challenge = await createChallenge({ ...KEYS, algorithm: 'PBKDF2/SHA-256', cost: 50, counter: 20 });
    if (subtle === 'without') {
      const { getRandomValues } = globalThis.crypto;
      vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(globalThis.crypto) });
    }
    const solution = await solveHumanCheck(challenge);
    vi.unstubAllGlobals();
    expect(solution.counter).toBe(20);
    expect((await verifySolution({ ...KEYS, challenge, solution })).verified).toBe(true);
  },
);
