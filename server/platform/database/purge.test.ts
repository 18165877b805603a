import { eq, gt, like, ne } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import type { Database } from './database.ts';
import { purgeColumns, purgeRows, runInSlices, SLICE } from './purge.ts';
import { callCounts, knownDevices } from './schema/schema.ts';

describe.each(everyDatabase())('a purge on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    await database.query(`insert into call_counts (key, points, expire)
      select case when n <= 2100 then 'old-' else 'new-' end || n, 1, now() from generate_series(1, 2110) n`);
  });
  afterEach(() => database.close());

  const counts = () => database.orm.select().from(callCounts);

  it('deletes every matching row and no others, across several batches', async () => {
    await purgeRows(callCounts, database.orm, like(callCounts.key, 'old-%'));
    expect((await counts()).map(({ key }) => key.slice(0, 4))).toEqual(Array(10).fill('new-'));
  });

  it('clears columns of all matching rows', async () => {
    await purgeColumns(callCounts, database.orm, { set: { points: 0 }, where: gt(callCounts.points, 0) });
    expect(await database.orm.$count(callCounts, eq(callCounts.points, 0))).toBe(2_110);
  });

  it('deletes rows by a two-column primary key', async () => {
    await database.query(`insert into known_devices (mobile, browser, proved_at)
      select '+61412345678', 'browser ' || n, now() from generate_series(1, 1100) n`);
    await purgeRows(knownDevices, database.orm, ne(knownDevices.browser, 'browser 7'));
    expect(await database.orm.select({ browser: knownDevices.browser }).from(knownDevices)).toEqual([
      { browser: 'browser 7' },
    ]);
  });

  it('throws and deletes nothing if no condition is given', async () => {
    await expect(purgeRows(callCounts, database.orm, undefined)).rejects.toThrow();
    expect(await counts()).toHaveLength(2_110);
  });
});

it('purges in batches until a batch is not full', async () => {
  const slices = [SLICE, SLICE, 100, SLICE];
  await runInSlices(async () => slices.shift() ?? 0);
  expect(slices).toEqual([SLICE]);
});
