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

/** Says that work was refused before it began: too much of it was waiting, or it had waited too long. */
const BUSY = 'ERR_BUSY';

export const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === BUSY;

function busyError(): Error {
  return Object.assign(new Error('There is more to do than can be done now.'), { code: BUSY });
}

type Bounds = {
  /** Calls that run at a time. */
  concurrency: number;
  /** Calls that wait at a time, without a bound by default; who comes then is refused. */
  mostWaiting?: number;
  /** Calls of one owner that wait at a time, without a bound by default. */
  mostOfOne?: number;
  /** How long a call waits before it is refused, without a bound by default. */
  waitMs?: number;
};

type Limiter = <T>(run: () => Promise<T>, owner?: string) => Promise<T>;

/** Runs so many calls at a time; the rest wait in the order they were made. */
export function createLimiter({ concurrency, mostWaiting = Infinity, mostOfOne = Infinity, waitMs }: Bounds): Limiter {
  /** What begins each call that waits, with its owner. */
  const waiting = new Map<() => void, string | undefined>();
  let free = concurrency;

  function isFull(owner?: string): boolean {
    if (waiting.size >= mostWaiting) return true;
    return waiting.size >= mostOfOne && [...waiting.values()].filter((other) => other === owner).length >= mostOfOne;
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
      // The slot goes straight to the next waiter, so a new caller cannot overtake it.
      const [next] = waiting.keys();
      if (next) {
        waiting.delete(next);
        next();
      } else free += 1;
    }
  };
}
