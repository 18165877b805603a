import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/open.ts';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import type { Jobs, PeriodicWork, ScheduledJob } from './jobs.ts';
import { createJobs } from './queue.ts';

const log = pino({ level: 'silent' });
const TICK_MS = 20_000;
const PATIENCE = { timeout: 60_000, interval: 100 };
const NONE: PeriodicWork = { scheduled: [], watches: [], purges: [], hourly: [], daily: [] };
const nothing = async () => undefined;

describe.each(everyDatabase())('periodic work on %s', (kind) => {
  const first = kind === 'embedded' ? 'start' : 'regular';
  let database: Database;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    // Ticks and the supervision of pg-boss go by these; workers poll in real time.
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
      'send-message': nothing,
      'send-email': nothing,
      'reconcile-order': nothing,
      'send-refund': nothing,
      'send-alarm': nothing,
    };
    await jobs.work({ workers, ...NONE, ...work });
    return jobs;
  }
  /** A process that notes its rounds. */
  async function startTicking(round: () => Promise<void> = nothing) {
    const rounds: string[] = [];
    const job: ScheduledJob = async (reason) => {
      rounds.push(reason);
      await round();
    };
    return { rounds, jobs: await startProcess({ scheduled: [job] }) };
  }
  const query = async (text: string) => (await database.query(text)).rows;
  const statesOf = async (name: string) =>
    (await query(`select state from pgboss.job where name = '${name}' order by created_on`)).map(({ state }) => state);
  const ended = () => vi.waitFor(async () => expect(await statesOf('tick')).not.toContain('active'), PATIENCE);
  /** Twenty seconds later by the clocks of all processes and of the database. */
  async function tick(): Promise<void> {
    await query("update pgboss.job set singleton_on = singleton_on - interval '20 seconds' where name = 'tick'");
    await vi.advanceTimersByTimeAsync(TICK_MS);
  }
  /** Takes this slot of the database's clock and the next, in case it begins while the test runs. */
  const fillSlots = (name: string, seconds: number) =>
    query(`insert into pgboss.job (name, state, policy, completed_on, singleton_on)
      select '${name}', 'completed', 'exclusive', now(), timestamp 'epoch' + slot * interval '${seconds} seconds'
      from (select floor(extract(epoch from now()) / ${seconds}) + n as slot from generate_series(0, 1) n) slots
      on conflict do nothing`);
  const insertDeadRound = () =>
    query(`insert into pgboss.job (name, data, policy, state, retry_limit, started_on, heartbeat_on, heartbeat_seconds)
      values ('tick', '{"reason": "regular"}', 'exclusive', 'active', 0, now(), now() - interval '31 seconds', 30)`);

  test('runs the scheduled jobs at a start and every twenty seconds, also after one fails', async () => {
    const { rounds } = await startTicking(() => Promise.reject(new Error('no')));
    await vi.waitFor(() => expect(rounds).toEqual([first]), PATIENCE);
    await ended();
    await tick();
    await vi.waitFor(() => expect(rounds).toEqual([first, 'regular']), PATIENCE);
  });

  test('starts no round while one runs', async () => {
    const slow = Promise.withResolvers<void>();
    const { rounds } = await startTicking(() => slow.promise);
    await vi.waitFor(() => expect(rounds).toHaveLength(1), PATIENCE);
    await tick();
    await vi.waitFor(async () => expect(await statesOf('alarms')).toHaveLength(1), PATIENCE);
    expect(await statesOf('tick')).toEqual(['active']);
    slow.resolve();
    await ended();
    await tick();
    await vi.waitFor(() => expect(rounds).toHaveLength(2), PATIENCE);
  });

  test('sends no second tick in the same twenty seconds', async () => {
    const { rounds } = await startTicking();
    await vi.waitFor(() => expect(rounds).toHaveLength(1), PATIENCE);
    await ended();
    await fillSlots('tick', 20);
    const before = await statesOf('tick');
    await vi.advanceTimersByTimeAsync(TICK_MS);
    await vi.waitFor(async () => expect(await statesOf('alarms')).toHaveLength(1), PATIENCE);
    expect(await statesOf('tick')).toEqual(before);
  });

  test('goes on after the death of a process that ran a round', async () => {
    await insertDeadRound();
    const { rounds } = await startTicking();
    if (kind === 'postgres') expect(await statesOf('tick')).toEqual(['active']);
    else await vi.waitFor(() => expect(rounds).toEqual(['start']), PATIENCE);
    // Supervision fails the dead round in one interval, and the next tick starts another.
    for (let interval = 0; rounds.length === 0 && interval < 3; interval += 1) {
      await query('update pgboss.queue set monitor_claim_on = null');
      await tick();
      await vi.waitFor(async () => expect(await statesOf('tick')).not.toEqual(['active']), PATIENCE);
    }
    await vi.waitFor(() => expect(rounds).toEqual([first]), PATIENCE);
  });

  test('waits for the round that runs when the process stops', async () => {
    const slow = Promise.withResolvers<void>();
    const { rounds, jobs } = await startTicking(() => slow.promise);
    await vi.waitFor(() => expect(rounds).toHaveLength(1), PATIENCE);
    let stopped = false;
    const stopping = jobs.stop().then(() => {
      stopped = true;
    });
    expect(await statesOf('tick')).toEqual(['active']);
    expect(stopped).toBe(false);
    slow.resolve();
    await stopping;
    expect(await statesOf('tick')).toEqual(['completed']);
  });

  test('looks for alarms while a round hangs', async () => {
    const hangs = Promise.withResolvers<void>();
    const looks: string[] = [];
    await startProcess({ scheduled: [() => hangs.promise], watches: [async () => void looks.push('look')] });
    await tick();
    await vi.waitFor(async () => expect(await statesOf('alarms')).toEqual(['completed']), PATIENCE);
    expect([looks, await statesOf('tick')]).toEqual([['look'], ['active']]);
    hangs.resolve();
  });

  test('does hourly and daily work at a start, once in an hour and a day however many processes start', async () => {
    const done: string[] = [];
    const work = { hourly: [async () => void done.push('hourly')], daily: [async () => void done.push('daily')] };
    const start = async () => {
      await startProcess(work);
      await query("update pgboss.job set start_after = now() where name = 'daily' and state = 'created'");
    };
    const ended = (count: number) =>
      vi.waitFor(async () => {
        const states = [...(await statesOf('hourly')), ...(await statesOf('daily'))];
        expect([states.filter((state) => state !== 'completed'), done.length]).toEqual([[], count]);
      }, PATIENCE);
    await start();
    await ended(2);
    expect(await query('select name, cron, options from pgboss.schedule order by name')).toEqual([
      { name: 'daily', cron: '30 16 * * *', options: { singletonSeconds: 86_400 } },
      { name: 'hourly', cron: '5 * * * *', options: { singletonSeconds: 3_600 } },
      { name: 'purge', cron: '*/10 * * * *', options: {} },
    ]);
    await fillSlots('hourly', 3_600);
    await fillSlots('daily', 86_400);
    await start();
    await ended(2);
    await query(
      "update pgboss.job set singleton_on = singleton_on - interval '2 days' where name in ('hourly', 'daily')",
    );
    await start();
    await ended(4);
    expect(done.toSorted()).toEqual(['daily', 'daily', 'hourly', 'hourly']);
  });

  test('runs hourly work again after a job of it failed, and the others of the list at once', async () => {
    const done: string[] = [];
    await startProcess({ hourly: [() => Promise.reject(new Error('no')), async () => void done.push('other')] });
    await vi.waitFor(async () => expect(await statesOf('hourly')).toEqual(['retry']), PATIENCE);
    expect(done).toEqual(['other']);
  });

  // The embedded database has one process.
  if (kind === 'embedded') return;

  test('runs one round at a time over all processes', async () => {
    const [one, two] = [await startTicking(), await startTicking()];
    const count = () => one.rounds.length + two.rounds.length;
    await vi.waitFor(async () => expect(new Set(await statesOf('tick'))).toEqual(new Set(['completed'])), PATIENCE);
    const before = count();
    await tick();
    await vi.waitFor(() => expect(count()).toBe(before + 1), PATIENCE);
    expect(await statesOf('tick')).toHaveLength(before + 1);
  });
});
