/** Runs work under a name once: callers that come while it runs share its outcome. */
export function createSingleFlight<T>(): (name: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (name, work) => {
    const shared = running.get(name);
    if (shared !== undefined) return shared;
    const started = work().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}

/** Lets at most `atOnce` pieces of work run; the rest wait in the order they came. */
export function createTurns({ atOnce }: { atOnce: number }): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed over, not freed and taken again: a newcomer cannot slip in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
