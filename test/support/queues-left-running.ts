import { PgBoss } from 'pg-boss';
import { afterAll, expect } from 'vitest';

/** Where each queue was started that was not stopped yet. Files of one worker come after each other. */
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

// What a file leaves running works on beside the files that come after it, and is counted and timed there.
afterAll(() => {
  const left = [...running.values()];
  running.clear();
  expect(left).toEqual([]);
});
