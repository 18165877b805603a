/** Runs a piece of work unless the one before is still under way: two taps are one. */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let busy = false;
  return async (work) => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}
