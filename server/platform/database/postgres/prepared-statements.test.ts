import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasPostgres, openTestDatabase } from '#test/support/database.ts';
import type { Database } from '../database.ts';
import { queryRows } from '../rows.ts';

const PREPARED = 'select statement, name from pg_prepared_statements where statement like $1';

describe.runIf(hasPostgres())('prepared statements on PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    await database.executeSql('create table things (id int primary key, text text)');
  });
  afterAll(() => database.close());

  const preparedAfter = (texts: readonly string[], pattern: string) =>
    database.exclusive(async ({ query }) => {
      for (const text of texts) await query(text, [1]);
      return (await query(PREPARED, [pattern])).rows.length;
    });

  it('prepares a statement after ten uses', async () => {
    const text = 'select text as often from things where id = $1';
    expect(await preparedAfter(Array(9).fill(text), '%as often%')).toBe(0);
    expect(await preparedAfter(Array(3).fill(text), '%as often%')).toBe(1);
  });

  it('never prepares a statement with a list of values', async () => {
    const texts = Array(20).fill('select text as listed from things where id in ($1, $2)');
    const count = database.exclusive(async ({ query }) => {
      for (const text of texts) await query(text, [1, 2]);
      return (await query(PREPARED, ['%as listed%'])).rows.length;
    });
    expect(await count).toBe(0);
  });

  it('never prepares statements whose text differs each time', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `select ${index} as differing from things where id = $1`);
    expect(await preparedAfter(texts, '%as differing%')).toBe(0);
  });

  it('returns the right rows before and after a statement is prepared', async () => {
    for (let id = 0; id < 12; id += 1) {
      const { rows } = await database.query('insert into things values ($1, $2) returning id, text', [id, `t${id}`]);
      expect(rows).toEqual([{ id, text: `t${id}` }]);
    }
    for (let id = 0; id < 12; id += 1) {
      const [first, other] = await Promise.all([
        database.query('select text from things where id = $1', [id]),
        database.query('select id from things where text = $1', [`t${id}`]),
      ]);
      expect([first.rows, other.rows]).toEqual([[{ text: `t${id}` }], [{ id }]]);
    }
  });

  it('still runs a prepared statement after a column is added to its table', async () => {
    const read = () => database.query('select id, text from things where id = $1', [3]);
    for (let times = 0; times < 12; times += 1) await read();
    await database.executeSql("alter table things add column more text default 'x'");
    expect((await read()).rows).toEqual([{ id: 3, text: 't3' }]);
  });

  it("still runs a transaction after a column's type changes", async () => {
    const idRow = z.object({ id: z.number() });
    const read = () => database.transaction((tx) => queryRows(tx, idRow, sql`select id from things where id = ${5}`));
    for (let times = 0; times < 12; times += 1) await read();
    await database.executeSql('alter table things alter column id type bigint');
    for (let times = 0; times < 3; times += 1) expect(await read()).toEqual([{ id: 5 }]);
  });
});
