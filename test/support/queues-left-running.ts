import { PgBoss } from 'pg-boss';
import { afterAll, expect } from 'vitest';

const globals = globalThis as { queuesRunning?: Map<PgBoss, string> };
globals.queuesRunning ??= new Map();
const running = globals.queuesRunning;

const { start, stop } = PgBoss.prototype;
if (!start.name.startsWith('watched')) {
  PgBoss.prototype.start = function watchedStart() {
    running.set(this, new Error('started').stack ?? '');
    return start.call(this);
  };
  PgBoss.prototype.stop = function watchedStop(options) {
    running.delete(this);
    return stop.call(this, options);
  };
}

// A queue that is left running would affect counts and times in later test files.
afterAll(() => {
  const left = [...running.values()];
  running.clear();
  expect(left).toEqual([]);
});
