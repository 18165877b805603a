import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';

export async function solveHumanCheck(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The human check took too long.');
  return solution;
}

/** Falls back to JavaScript, because browsers hide crypto.subtle on plain http, as on a phone in development. */
const deriveKey: typeof deriveNatively = async (parameters, salt, password) =>
  globalThis.crypto?.subtle
    ? deriveNatively(parameters, salt, password)
    : {
        parameters: {},
        derivedKey: pbkdf2(sha256, password, salt, { c: parameters.cost, dkLen: parameters.keyLength }),
      };
