type LatestCallOnly = {
  run: (work: () => Promise<void>, options?: { always?: boolean }) => Promise<boolean>;
  settled: () => Promise<boolean>;
};

/**
 * Runs saves one at a time, so that the server keeps the latest. If a later save follows, `run` returns false, ignores
 * errors, and skips a save that has not started, unless `always` is set. `settled` returns whether the latest save
 * succeeded.
 */
export function createLatestCallOnly(): LatestCallOnly {
  let last = 0;
  let turn: Promise<boolean> = Promise.resolve(true);
  return {
    async run(work, { always = false } = {}) {
      last += 1;
      const callNumber = last;
      const isLast = () => callNumber === last;
      const done = turn.then(async () => {
        if (always || isLast()) await work();
      });
      turn = done.then(
        () => true,
        () => false,
      );
      try {
        await done;
      } catch (error) {
        if (isLast()) throw error;
      }
      return isLast();
    },
    async settled() {
      let seen: Promise<boolean>;
      let fulfilled: boolean;
      do {
        seen = turn;
        fulfilled = await seen;
      } while (seen !== turn);
      return fulfilled;
    },
  };
}
