/** Concurrent calls with the same key share one run and its outcome. */
export function createSingleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, run) => {
    const shared = running.get(key);
    if (shared !== undefined) return shared;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

/** Runs at most `concurrency` calls at a time; the rest wait in the order they were made. */
export function createLimiter({ concurrency }: { concurrency: number }): <T>(run: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = concurrency;
  return async (run) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      // The slot goes straight to the next waiter, so a new caller cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
