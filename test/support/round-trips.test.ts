import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { databaseKinds, openTestDatabase } from './database.ts';
import { countSent } from './round-trips.ts';

describe.each(databaseKinds())('countSent on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind, 'empty', { fresh: true });
  });
  afterAll(() => database.close());

  it('counts a statement that waits for the previous one as a separate round trip', async () => {
    const work = async () => {
      await database.query('select 1');
      await database.query('select $1::int', [2]);
    };
    expect(await countSent(work)).toEqual({ statements: ['select 1', 'select $1::int'], roundTrips: 2, rows: 2 });
  });

  it("counts a transaction's pipelined statements, including its begin, as one round trip", async () => {
    const { statements, roundTrips } = await countSent(() =>
      database.transaction((tx) => Promise.all([tx.execute(sql`select 1`), tx.execute(sql`select 2`)])),
    );
    expect(statements).toEqual(['begin', 'select 1', 'select 2', 'commit']);
    expect(roundTrips).toBe(2);
  });

  it('stops counting when the measured work fails, so that the next count starts at zero', async () => {
    await expect(countSent(() => database.query('select nonsense'))).rejects.toThrow('nonsense');
    expect((await countSent(() => database.query('select 3'))).statements).toEqual(['select 3']);
  });
});
