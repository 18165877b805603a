import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import type { Database } from './database.ts';
import { queryRows } from './rows.ts';

const VALUES = `
  42::int as small, 9007199254740991::int8 as exact, 9007199254740993::int8 as beyond, count(*) as counted,
  array[1, 2]::int8[] as integers, 12.50::numeric as decimal, array[1.10, 2]::numeric[] as decimals, 0.5::float8 as half,
  '2026-10-03T15:30:00.123Z'::timestamptz as instant, array['2026-10-03T15:30:00Z']::timestamptz[] as instants,
  '2026-10-03'::date as day, array['2026-10-03']::date[] as days, '2026-10-03 15:30'::timestamp as wall,
  '90 minutes'::interval as span, true as yes, null::text as nothing, 'ä "b" {c}'::text as words,
  array['a,b', 'c"d', null]::text[] as texts, '{"a": [1, null]}'::jsonb as document, '\\x00ff'::bytea as bytes,
  '5f0c0a52-3d2e-4c3b-9a9e-0d8f4b3f7c11'::uuid as id`;

const expected = {
  small: 42,
  exact: 9_007_199_254_740_991,
  beyond: 9_007_199_254_740_993n,
  counted: 1,
  integers: [1, 2],
  decimal: '12.50',
  decimals: ['1.10', '2'],
  half: 0.5,
  instant: new Date('2026-10-03T15:30:00.123Z'),
  instants: [new Date('2026-10-03T15:30:00Z')],
  day: '2026-10-03',
  days: ['2026-10-03'],
  wall: '2026-10-03 15:30:00',
  span: '01:30:00',
  yes: true,
  nothing: null,
  words: 'ä "b" {c}',
  texts: ['a,b', 'c"d', null],
  document: { a: [1, null] },
  bytes: Buffer.from([0, 255]),
  id: '5f0c0a52-3d2e-4c3b-9a9e-0d8f4b3f7c11',
};

describe.each(everyDatabase())('database values on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  it('reads values identically on both databases in a query', async () => {
    expect((await database.query(`select ${VALUES}`)).rows).toEqual([expected]);
  });

  it('reads values identically on both databases in queryRows(), inside and outside a transaction', async () => {
    const statement = sql`select ${sql.raw(VALUES)}`;
    const anyRow = z.object({}).catchall(z.unknown());
    expect(await queryRows(database.orm, anyRow, statement)).toEqual([expected]);
    expect(await database.transaction((tx) => queryRows(tx, anyRow, statement))).toEqual([expected]);
  });

  it('writes dates, numbers, arrays and SQL-like text identically on both databases', async () => {
    const values = [new Date('2026-10-03T15:30:00Z'), 7, ['x', `'; drop table t; --`], null, [1, 2]];
    const text = 'select $1::timestamptz as a, $2::int8 as b, $3::text[] as c, $4::text as d, 2 = any($5::int[]) as e';
    const answer = { a: values[0], b: 7, c: values[2], d: null, e: true };
    expect((await database.query(text, values)).rows).toEqual([answer]);
  });

  it('supports similarity search with pg_trgm', async () => {
    await database.query('create extension if not exists pg_trgm');
    const { rows: found } = await database.query(`select similarity('gift', 'gifts') > 0.5 as near`);
    expect(found).toEqual([{ near: true }]);
  });
});
