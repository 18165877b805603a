import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import type { Database } from './database.ts';
import { queryRows } from './rows.ts';

describe.each(everyDatabase())('queryRows() on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  const card = z.object({ id: z.int(), opened: z.date().nullable() });

  it('returns only the columns of the schema', async () => {
    const statement = sql`select 1::int8 as id, null::timestamptz as opened, 'x' as more`;
    expect(await queryRows(database.orm, card, statement)).toEqual([{ id: 1, opened: null }]);
    const query = { sql: 'select $1::int as id, $2::timestamptz as opened', params: [2, new Date(0)] };
    const read = database.exclusive((connection) => connection.transaction((run) => queryRows(run, card, query)));
    expect(await read).toEqual([{ id: 2, opened: new Date(0) }]);
  });

  it.each([
    ['a decimal instead of an integer', 'select 1.5::numeric as id, now() as opened', /→ at id/],
    ['text instead of a timestamp', 'select 1 as id, now()::text as opened', /→ at opened/],
    ['null in a non-nullable column', 'select null::int as id, now() as opened', /→ at id/],
    ['a missing column', 'select 1 as id', /→ at opened/],
  ])('rejects invalid rows and names the statement: %s', async (_, statement, where) => {
    const read = queryRows(database.orm, card, sql.raw(statement));
    await expect(read).rejects.toThrow(where);
    await expect(read).rejects.toThrow(statement);
  });
});
