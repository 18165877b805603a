type Turn = {
  run: (work: () => Promise<void>, options?: { always?: boolean }) => Promise<boolean>;
  settled: () => Promise<boolean>;
};

/**
 * Saves the same thing again and again, one after another: whatever is slow or fails on the way, the server ends with
 * what was asked for last. `run` answers false when another call came meanwhile: work that still waited is left out
 * (`always`: it is not), and an error of it is nobody's concern any more. It throws what the last call's work throws.
 * `settled` answers, once nothing is under way, whether the last call succeeded.
 */
export function lastInTurn(): Turn {
  let last = 0;
  let turn: Promise<boolean> = Promise.resolve(true);
  return {
    async run(work, { always = false } = {}) {
      last += 1;
      const mine = last;
      const isLast = () => mine === last;
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
