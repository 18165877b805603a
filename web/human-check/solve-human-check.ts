import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { pbkdf2Sha256 } from './pbkdf2.ts';

/** Does the work of a challenge: about 0.3 to 1 s on a phone. */
export async function solveHumanCheck(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The human check took too long');
  return solution;
}

/** Browsers hide their own cryptography from pages opened over plain http, as on a phone beside the desk. */
const deriveKey: typeof deriveNatively = (parameters, salt, password) =>
  globalThis.crypto?.subtle
    ? deriveNatively(parameters, salt, password)
    : Promise.resolve({
        parameters: {},
        derivedKey: pbkdf2Sha256({ password, salt, rounds: parameters.cost, length: parameters.keyLength }),
      });
