import type { Challenge } from 'altcha-lib/types';
import { solveHumanCheck } from './solve-human-check.ts';

/** Solves the CAPTCHA challenge in a worker, to keep typing smooth. */
globalThis.onmessage = ({ data }: MessageEvent<Challenge>) => {
  solveHumanCheck(data).then(
    (solution) => globalThis.postMessage({ solution }),
    (error: unknown) => globalThis.postMessage({ error: String(error) }),
  );
};
