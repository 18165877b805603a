const DOUBLE_TAP_MS = 400;

/** Returns a function that ignores calls while another is running, and the second tap of a double tap. */
export function createTapGuard(): (work: () => Promise<void>) => Promise<void> {
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
