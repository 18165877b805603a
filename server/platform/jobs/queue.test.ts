import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { cutAfterStatements } from '#test/support/cut-transactions.ts';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import { makeDue, retryLimit, SENDS_SCHEDULED, setRetryLimit } from '#test/support/periodic-jobs.ts';
import { queuedJobs } from '#test/support/queued-jobs.ts';
import type { Jobs, JobWorkers, PeriodicWork, Work } from './jobs.ts';
import { createJobs } from './queue.ts';

const log = pino({ level: 'silent' });
const PATIENCE = { timeout: 60_000 };
const NONE: PeriodicWork = { scheduled: [], watches: [], purges: [], hourly: [], daily: [] };

describe.each(everyDatabase())('job queue on %s', (kind) => {
  let database: Database;
  let jobs: Jobs;
  const done: number[] = [];

  const workers = (sendMessage: JobWorkers['send-message']): JobWorkers => ({
    'send-message': sendMessage,
    'send-email': async () => undefined,
    'reconcile-order': async () => undefined,
    'send-refund': async () => undefined,
    'send-alarm': async () => undefined,
  });
  const note: JobWorkers['send-message'] = async ({ messageId }) => void done.push(messageId);
  const work = (workers: JobWorkers, scheduled: Work['scheduled'] = []) => jobs.work({ ...NONE, workers, scheduled });
  const send = (messageId: number, options = {}) =>
    database.transaction((tx) => jobs.send(tx, 'send-message', { messageId }, options));
  const rows = async () =>
    (await queuedJobs(database).list('send-message')).map(({ state, startAfter }) => ({
      state,
      later: startAfter > new Date(),
    }));
  const until = (count: number) => vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(count), PATIENCE);

  beforeEach(async () => {
    done.length = 0;
    database = await openTestDatabase(kind);
    jobs = await createJobs({ database, clock: createClock({ movable: false }), log });
  });
  afterEach(async () => {
    await jobs.stop();
    await database.close();
  });

  it('creates a job only if its transaction commits', async () => {
    await send(1);
    const failing = database.transaction(async (tx) => {
      await jobs.send(tx, 'send-message', { messageId: 2 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await rows()).toHaveLength(1);
    await work(workers(note));
    await until(1);
    expect(done).toEqual([1]);
  });

  it('does not run a job before its start time', async () => {
    await send(3, { startAfter: new Date(Date.now() + 3_600_000) });
    await send(4);
    await work(workers(note));
    await until(1);
    expect(done).toEqual([4]);
    expect((await rows())[0]).toMatchObject({ state: 'created', later: true });
  });

  it('runs the remaining scheduled jobs after one of them fails', async () => {
    await work(workers(note), [
      async () => {
        throw new Error('broken');
      },
      async () => void done.push(7),
    ]);
    await until(1);
    expect(done).toEqual([7]);
  });

  it('keeps jobs when the process that created them restarts', async () => {
    await send(4);
    await jobs.stop();
    jobs = await createJobs({ database, clock: createClock({ movable: false }), log });
    await work(workers(note));
    await until(1);
    expect(done).toEqual([4]);
  });

  it('updates the options of a queue that an older release created', async () => {
    await setRetryLimit(database, 'send-message', 2);
    await jobs.stop();
    jobs = await createJobs({ database, clock: createClock({ movable: false }), log });
    expect(await retryLimit(database, 'send-message')).toBe(14);
  });

  it('keeps a failed job for a retry, and marks the last attempt', async () => {
    const lasts: boolean[] = [];
    await send(5);
    await work(
      workers(async (_data, attempt) => {
        lasts.push(attempt.last);
        throw new Error('not now');
      }),
      [],
    );
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'retry', later: true }]), PATIENCE);
    expect(lasts).toEqual([false]);
  });

  it('runs ten jobs at a time, and lets no failed job affect the others', async () => {
    for (let id = 1; id <= 40; id += 1) await send(id);
    await work(
      workers(async ({ messageId }) => {
        done.push(messageId);
        const tenth = Math.ceil(done.length / 10) * 10;
        await vi.waitFor(() => expect(done.length, 'jobs begun').toBeGreaterThanOrEqual(tenth), PATIENCE);
        if (messageId === 7) throw new Error('not now');
      }),
      [],
    );
    const states = async () => (await rows()).map((row) => row.state).toSorted();
    const endStates = [...Array<string>(39).fill('completed'), 'retry'];
    await vi.waitFor(async () => expect(await states()).toEqual(endStates), PATIENCE);
  });

  it('adds no duplicate when a scheduled job finds the same work again', async () => {
    await send(8, { seldom: true });
    await send(8, { seldom: true });
    await send(9, { seldom: true });
    expect(await rows()).toHaveLength(2);
  });

  it.each([3, 4, 5])('leaves no timers running when the database fails after %i statements', async (after) => {
    const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
    const opened = createJobs({
      database: cutAfterStatements(database, after),
      clock: createClock({ movable: false }),
      log,
    });
    await expect(opened).rejects.toThrow('The connection was cut.');
    const left = begun.mock.results
      .map(({ value }) => value as NodeJS.Timeout)
      .filter((timer) => timer.hasRef() && !ended.mock.calls.some(([endedTimer]) => endedTimer === timer));
    expect(left).toEqual([]);
    vi.restoreAllMocks();
  });

  it('runs scheduled jobs at start and again after the clock moves', async () => {
    const reasons: string[] = [];
    await work(workers(note), [async (reason) => void reasons.push(reason)]);
    const first = kind === 'embedded' ? 'start' : 'regular';
    await vi.waitFor(() => expect(reasons).toEqual([first]), PATIENCE);
    await jobs.runScheduled('clock moved');
    expect(reasons).toEqual([first, 'clock moved']);
    expect(await jobs.healthy()).toBe(true);
  });

  describe('purging', () => {
    const start = () => createJobs({ database, clock: createClock({ movable: false }), log });
    const listStates = async (name: string) => (await queuedJobs(database).list(name)).map(({ state }) => state);
    const startWhenDue = async () => {
      await makeDue(database, 'purge');
      return start();
    };

    it('purges in only one of two processes, and runs the remaining purges after one fails', async () => {
      const other = await start();
      const purges: Work['purges'] = [
        async () => {
          throw new Error('broken');
        },
        async () => void done.push(9),
      ];
      for (const process of [jobs, other]) await process.work({ ...NONE, workers: workers(note), purges });
      const third = await startWhenDue();
      await vi.waitFor(async () => {
        const ticks = await listStates(SENDS_SCHEDULED);
        expect(ticks).toContain('completed');
        expect(await listStates('purge')).toEqual(ticks.map(() => 'failed'));
        expect(done).toEqual(ticks.map(() => 9));
      }, PATIENCE);
      await Promise.all([other.stop(), third.stop()]);
    });

    it('starts no second purge while a purge is running', async () => {
      const running = Promise.withResolvers<void>();
      const purges: Work['purges'] = [() => running.promise];
      const processes = [jobs, await start()];
      for (const process of processes) await process.work({ ...NONE, workers: workers(note), purges });
      for (const _round of ['first', 'second']) {
        processes.push(await startWhenDue());
        await vi.waitFor(async () => {
          expect(new Set(await listStates(SENDS_SCHEDULED))).toEqual(new Set(['completed']));
          expect(await listStates('purge')).toContain('active');
        }, PATIENCE);
        expect(await listStates('purge')).toEqual(['active']);
      }
      running.resolve();
      await vi.waitFor(async () => expect(await listStates('purge')).toContain('completed'), PATIENCE);
      await Promise.all(processes.map((process) => process.stop()));
    });
  });
});
