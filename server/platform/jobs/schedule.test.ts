import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import {
  addDeadJob,
  fillSlots,
  listSchedules,
  moveSlotsBack,
  startAtOnce,
  superviseAgain,
} from '#test/support/periodic-jobs.ts';
import { queuedJobs } from '#test/support/queued-jobs.ts';
import type { Jobs, PeriodicWork, ScheduledJob } from './jobs.ts';
import { createJobs } from './queue.ts';
import { createSchedule } from './schedule.ts';

const log = pino({ level: 'silent' });
const TICK_MS = 20_000;
const PATIENCE = { timeout: 60_000, interval: 100 };
const NONE: PeriodicWork = { scheduled: [], watches: [], purges: [], hourly: [], daily: [] };
const doNothing = async () => undefined;

describe.each(everyDatabase())('periodic work on %s', (kind) => {
  const first = kind === 'embedded' ? 'start' : 'regular';
  let database: Database;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    database = await openTestDatabase(kind);
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    vi.useRealTimers();
    await database.close();
  });

  async function startProcess(work: Partial<PeriodicWork>): Promise<Jobs> {
    const jobs = await createJobs({ database, clock: createClock({ movable: false }), log });
    ends.push(() => jobs.stop());
    const workers = {
      'send-message': doNothing,
      'send-email': doNothing,
      'reconcile-order': doNothing,
      'send-refund': doNothing,
      'send-alarm': doNothing,
    };
    await jobs.work({ workers, ...NONE, ...work });
    return jobs;
  }
  async function startTicking(round: () => Promise<void> = doNothing) {
    const rounds: string[] = [];
    const job: ScheduledJob = async (reason) => {
      rounds.push(reason);
      await round();
    };
    return { rounds, jobs: await startProcess({ scheduled: [job] }) };
  }
  const listStates = async (name: string) => (await queuedJobs(database).list(name)).map(({ state }) => state);
  const ended = () => vi.waitFor(async () => expect(await listStates('tick')).not.toContain('active'), PATIENCE);
  async function tick(): Promise<void> {
    await moveSlotsBack(database, ['tick'], 20);
    await vi.advanceTimersByTimeAsync(TICK_MS);
  }

  it('runs the scheduled jobs at start and every twenty seconds, even after one of them fails', async () => {
    const { rounds } = await startTicking(() => Promise.reject(new Error('no')));
    await vi.waitFor(() => expect(rounds).toEqual([first]), PATIENCE);
    await ended();
    await tick();
    await vi.waitFor(() => expect(rounds).toEqual([first, 'regular']), PATIENCE);
  });

  it('starts no run of the scheduled jobs while another run is active', async () => {
    const slow = Promise.withResolvers<void>();
    const { rounds } = await startTicking(() => slow.promise);
    await vi.waitFor(() => expect(rounds).toHaveLength(1), PATIENCE);
    await tick();
    await vi.waitFor(async () => expect(await listStates('alarms')).toHaveLength(1), PATIENCE);
    expect(await listStates('tick')).toEqual(['active']);
    slow.resolve();
    await ended();
    await tick();
    await vi.waitFor(() => expect(rounds).toHaveLength(2), PATIENCE);
  });

  it('sends no second tick within twenty seconds', async () => {
    const { rounds } = await startTicking();
    await vi.waitFor(() => expect(rounds).toHaveLength(1), PATIENCE);
    await ended();
    await fillSlots(database, 'tick', 20);
    const before = await listStates('tick');
    await vi.advanceTimersByTimeAsync(TICK_MS);
    await vi.waitFor(async () => expect(await listStates('alarms')).toHaveLength(1), PATIENCE);
    expect(await listStates('tick')).toEqual(before);
  });

  it('continues the scheduled jobs after a process died during a run', async () => {
    await addDeadJob(database, 'tick', { reason: 'regular' });
    const { rounds } = await startTicking();
    if (kind === 'postgres') expect(await listStates('tick')).toEqual(['active']);
    else await vi.waitFor(() => expect(rounds).toEqual(['start']), PATIENCE);
    for (let interval = 0; rounds.length === 0 && interval < 3; interval += 1) {
      await superviseAgain(database);
      await tick();
      await vi.waitFor(async () => expect(await listStates('tick')).not.toEqual(['active']), PATIENCE);
    }
    await vi.waitFor(() => expect(rounds).toEqual([first]), PATIENCE);
  });

  it('waits for the active run of the scheduled jobs before it stops', async () => {
    const slow = Promise.withResolvers<void>();
    const { rounds, jobs } = await startTicking(() => slow.promise);
    await vi.waitFor(() => expect(rounds).toHaveLength(1), PATIENCE);
    let stopped = false;
    const stopping = jobs.stop().then(() => {
      stopped = true;
    });
    expect(await listStates('tick')).toEqual(['active']);
    expect(stopped).toBe(false);
    slow.resolve();
    await stopping;
    expect(await listStates('tick')).toEqual(['completed']);
  });

  it('checks alarms while a run of the scheduled jobs hangs', async () => {
    const hangs = Promise.withResolvers<void>();
    const looks: string[] = [];
    await startProcess({ scheduled: [() => hangs.promise], watches: [async () => void looks.push('look')] });
    await tick();
    await vi.waitFor(async () => expect(await listStates('alarms')).toEqual(['completed']), PATIENCE);
    expect([looks, await listStates('tick')]).toEqual([['look'], ['active']]);
    hangs.resolve();
  });

  it('runs hourly and daily work at start, and once per hour and day however many processes start', async () => {
    const done: string[] = [];
    const work = { hourly: [async () => void done.push('hourly')], daily: [async () => void done.push('daily')] };
    const start = async () => {
      await startProcess(work);
      await startAtOnce(database, 'daily');
    };
    const ended = (count: number) =>
      vi.waitFor(async () => {
        const states = [...(await listStates('hourly')), ...(await listStates('daily'))];
        expect([states.filter((state) => state !== 'completed'), done.length]).toEqual([[], count]);
      }, PATIENCE);
    await start();
    await ended(2);
    expect(await listSchedules(database)).toEqual([
      { name: 'daily', cron: '30 16 * * *', options: { singletonSeconds: 86_400 } },
      { name: 'hourly', cron: '5 * * * *', options: { singletonSeconds: 3_600 } },
      { name: 'purge', cron: '*/10 * * * *', options: {} },
    ]);
    await fillSlots(database, 'hourly', 3_600);
    await fillSlots(database, 'daily', 86_400);
    await start();
    await ended(2);
    await moveSlotsBack(database, ['hourly', 'daily'], 2 * 86_400);
    await start();
    await ended(4);
    expect(done.toSorted()).toEqual(['daily', 'daily', 'hourly', 'hourly']);
  });

  it('retries hourly work after one of its jobs fails, and runs the others immediately', async () => {
    const done: string[] = [];
    await startProcess({ hourly: [() => Promise.reject(new Error('no')), async () => void done.push('other')] });
    await vi.waitFor(async () => expect(await listStates('hourly')).toEqual(['retry']), PATIENCE);
    expect(done).toEqual(['other']);
  });

  // Only one process can use the embedded database.
  if (kind === 'embedded') return;

  it('runs the scheduled jobs in only one process at a time', async () => {
    const [firstTicker, two] = [await startTicking(), await startTicking()];
    const count = () => firstTicker.rounds.length + two.rounds.length;
    await vi.waitFor(async () => expect(new Set(await listStates('tick'))).toEqual(new Set(['completed'])), PATIENCE);
    const before = count();
    await tick();
    await vi.waitFor(() => expect(count()).toBe(before + 1), PATIENCE);
    expect(await listStates('tick')).toHaveLength(before + 1);
  });
});

describe('a schedule that stops', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  function startWithNotes() {
    const asked: string[] = [];
    let answer: Promise<void> = Promise.resolve();
    let scheduled: Promise<void> = Promise.resolve();
    const boss = {
      async send(queue: string) {
        asked.push(`send ${queue}`);
        await answer;
        return null;
      },
      schedule: () => scheduled,
      work: async (queue: string) => void asked.push(`work ${queue}`),
      offWork: async (queue: string) => void asked.push(`offWork ${queue}`),
    };
    const parts = { boss: boss as unknown as PgBoss, database: { kind: 'postgres' } as Database, log };
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = promise;
      return resolve;
    };
    const holdSchedule = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      scheduled = promise;
      return resolve;
    };
    return { asked, schedule: createSchedule(parts), hold, holdSchedule };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('waits, when stopped, for a tick that is being sent', async () => {
    const { asked, schedule, hold } = startWithNotes();
    await schedule.start(NONE);
    asked.length = 0;
    const go = hold();
    await vi.advanceTimersByTimeAsync(TICK_MS);
    const stopping = schedule.stop();
    await settled();
    expect(asked).toEqual(['send tick']);
    go();
    await stopping;
    expect(asked).toEqual(['send tick', 'send alarms', 'offWork tick']);
  });

  it('sends no tick and keeps no worker when it is stopped before it sent the first tick', async () => {
    const { asked, schedule, holdSchedule } = startWithNotes();
    const go = holdSchedule();
    const starting = schedule.start(NONE);
    await schedule.stop();
    go();
    await starting;
    expect(asked).toEqual(['offWork tick', 'offWork tick']);
  });

  it('sends no tick after it stops, even if it stops while starting or while ticks are late', async () => {
    const { asked, schedule, hold } = startWithNotes();
    const go = hold();
    const starting = schedule.start(NONE);
    await settled();
    await schedule.stop();
    go();
    await starting;
    const before = [...asked];
    await vi.advanceTimersByTimeAsync(2 * TICK_MS);
    expect(asked).toEqual(before);

    const late = startWithNotes();
    await late.schedule.start(NONE);
    late.asked.length = 0;
    const goOn = late.hold();
    await vi.advanceTimersByTimeAsync(3 * TICK_MS);
    const stopping = late.schedule.stop();
    goOn();
    await stopping;
    expect(late.asked).toEqual(['send tick', 'send alarms', 'offWork tick']);
  });
});
