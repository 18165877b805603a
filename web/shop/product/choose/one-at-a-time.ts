/** The second tap of a double tap comes sooner than this. */
const DOUBLE_TAP_MS = 400;

/**
 * Runs a piece of work unless the one before is still under way, or was begun by the first tap of the same double tap:
 * two taps are one, however quick the answer.
 */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let busy = false;
  let next = Number.NEGATIVE_INFINITY;
  return async (work) => {
    if (busy || performance.now() < next) return;
    busy = true;
    next = performance.now() + DOUBLE_TAP_MS;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}
