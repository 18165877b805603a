import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/platform/database/open.ts';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import { createSchedule } from './schedule.ts';

const log = pino({ level: 'silent' });
const TICK_MS = 20_000;

describe.each(everyDatabase())('the schedule on %s', (kind) => {
  let database: Database;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    // One connection: what a tick asked for is answered before what is asked after it.
    database = await openTestDatabase(kind, 'empty', { connections: 1 });
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    vi.useRealTimers();
    await database.close();
  });

  /** A process that notes the rounds it runs; one that does not end holds up its next one. */
  function process(round: () => Promise<void> = async () => undefined) {
    const rounds: string[] = [];
    const schedule = createSchedule({ database, log });
    const start = () =>
      schedule.start([
        async (reason) => {
          rounds.push(reason);
          await round();
        },
      ]);
    ends.push(schedule.stop);
    return { rounds, start, stop: schedule.stop };
  }
  const tick = () => vi.advanceTimersByTimeAsync(TICK_MS);
  /** What a tick has begun has had its turn in the database. */
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await database.query('select 1');
  };

  test('runs at the start and every twenty seconds, a failing job no less', async () => {
    const one = process(() => Promise.reject(new Error('no')));
    one.start();
    await vi.waitFor(() => expect(one.rounds).toEqual(['start']));
    await settled();
    await tick();
    await vi.waitFor(() => expect(one.rounds).toEqual(['start', 'regular']));
  });

  test('begins no round while one is under way', async () => {
    const slow = Promise.withResolvers<void>();
    const one = process(() => slow.promise);
    one.start();
    await vi.waitFor(() => expect(one.rounds).toHaveLength(1));
    await tick();
    await settled();
    expect(one.rounds).toHaveLength(1);
    slow.resolve();
    await settled();
    await tick();
    await vi.waitFor(() => expect(one.rounds).toHaveLength(2));
  });

  // The embedded database has one process.
  if (kind === 'embedded') return;

  test('runs in one process of several, in another when that closes or has died', async () => {
    const [one, two, three] = [process(), process(), process()];
    one.start();
    await vi.waitFor(() => expect(one.rounds).toHaveLength(1));
    two.start();
    three.start();
    await settled();
    await tick();
    await vi.waitFor(() => expect(one.rounds).toHaveLength(2));
    await settled();
    expect([two.rounds, three.rounds]).toEqual([[], []]);
    await one.stop();
    await tick();
    await vi.waitFor(() => expect(two.rounds.length + three.rounds.length).toBe(1));
    // The one that has it says nothing more.
    await database.query("update leases set holder = 'dead', until = now() - interval '1 second'");
    await settled();
    await tick();
    await vi.waitFor(() => expect(two.rounds.length + three.rounds.length).toBe(2));
  });
});
