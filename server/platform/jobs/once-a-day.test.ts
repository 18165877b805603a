import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/open.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { onceADay } from './once-a-day.ts';

describe.each(databaseKinds())('work of once a day on %s', (kind) => {
  let database: Database;
  let done = 0;
  const work = async (): Promise<void> => {
    done += 1;
  };
  beforeEach(async () => {
    done = 0;
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  test('is done by one of those that come to it, and the next day again', async () => {
    await Promise.all([onceADay(database, 'purge', work), onceADay(database, 'purge', work)]);
    expect(done).toBe(1);
    await onceADay(database, 'other', work);
    expect(done).toBe(2);
    await database.query("update leases set until = now() - interval '1 second'");
    await onceADay(database, 'purge', work);
    expect(done).toBe(3);
  });

  test('is due again where it failed', async () => {
    await expect(onceADay(database, 'purge', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await onceADay(database, 'purge', work);
    expect(done).toBe(1);
  });
});
