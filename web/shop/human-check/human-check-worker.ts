import type { Challenge } from 'altcha-lib/types';
import { solveHumanCheck } from './solve-human-check.ts';

/**
 * Runs in a worker of its own, so that typing stays smooth. Takes a challenge, posts its solution; an error ends the
 * worker.
 */
globalThis.onmessage = ({ data }: MessageEvent<Challenge>) => {
  solveHumanCheck(data).then(
    (solution) => globalThis.postMessage({ solution }),
    (error: unknown) => globalThis.postMessage({ error: String(error) }),
  );
};
