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

/** Marks the error of rejected work: the queue was full, or the wait was too long. */
const BUSY = 'ERR_BUSY';

export const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === BUSY;

function busyError(): Error {
  return Object.assign(new Error('The server is too busy: the queue is full or the wait was too long.'), {
    code: BUSY,
  });
}

type Bounds = {
  concurrency: number;
  /** Rejects further calls when this many are waiting. */
  maxWaiting?: number;
  maxWaitingPerSender?: number;
  waitMs?: number;
};

type Limiter = <T>(run: () => Promise<T>, owner?: string) => Promise<T>;

/** Limits concurrency; further calls wait in order. */
export function createLimiter({
  concurrency,
  maxWaiting = Infinity,
  maxWaitingPerSender = Infinity,
  waitMs,
}: Bounds): Limiter {
  const waiting = new Map<() => void, string | undefined>();
  let free = concurrency;

  function isFull(owner?: string): boolean {
    if (waiting.size >= maxWaiting) return true;
    return (
      waiting.size >= maxWaitingPerSender &&
      [...waiting.values()].filter((other) => other === owner).length >= maxWaitingPerSender
    );
  }

  function turn(owner?: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.set(resolve, owner);
    if (waitMs === undefined) return promise;
    const timer = setTimeout(() => {
      if (waiting.delete(resolve)) reject(busyError());
    }, waitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  return async (run, owner) => {
    if (free > 0) free -= 1;
    else if (isFull(owner)) throw busyError();
    else await turn(owner);
    try {
      return await run();
    } finally {
      // Passes the slot to the next waiter directly, so that no new caller can overtake it.
      const [next] = waiting.keys();
      if (next) {
        waiting.delete(next);
        next();
      } else free += 1;
    }
  };
}
