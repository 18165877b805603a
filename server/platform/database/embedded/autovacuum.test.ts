import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { vacuumChangedTables } from './autovacuum.ts';

let pglite: PGlite;
beforeEach(async () => {
  pglite = await PGlite.create();
  await pglite.exec('create schema demo; create table demo.notes (id int primary key, text text)');
});
afterEach(() => pglite.close());

const fill = (from: number, to: number) =>
  pglite.query('insert into demo.notes select n, $1 from generate_series($2::int, $3::int) n', ['x', from, to]);
const vacuumAndCount = async () => {
  await pglite.query('select pg_stat_force_next_flush()');
  const exec = async (script: string) => void (await pglite.exec(script));
  await vacuumChangedTables({ query: (text, values) => pglite.query(text, values), exec });
  const { rows } = await pglite.query<{ dead: number; vacuums: number; analyzes: number }>(
    'select n_dead_tup as dead, vacuum_count as vacuums, analyze_count as analyzes from pg_stat_user_tables',
  );
  return rows[0];
};

it('analyzes a table after a tenth of its rows changed, and vacuums it after a fifth of them are dead', async () => {
  await fill(1, 500);
  expect(await vacuumAndCount()).toMatchObject({ analyzes: 1, vacuums: 0 });
  await fill(501, 550);
  expect(await vacuumAndCount()).toMatchObject({ analyzes: 1, vacuums: 0 });
  await fill(551, 620);
  expect(await vacuumAndCount()).toMatchObject({ analyzes: 2, vacuums: 0 });
  await pglite.query(`update demo.notes set text = 'y' where id <= 200`);
  expect(await vacuumAndCount()).toEqual({ analyzes: 3, vacuums: 1, dead: 0 });
});

it('replans a statement that was planned for an almost empty table', async () => {
  await fill(1, 2);
  await pglite.exec('analyze demo.notes; prepare note as select text from demo.notes where id = $1');
  await pglite.exec('set plan_cache_mode = force_generic_plan');
  const plan = async () => JSON.stringify((await pglite.query('explain execute note(1)')).rows);
  expect(await plan()).toContain('Seq Scan');
  await fill(3, 20_000);
  expect(await plan()).toContain('Seq Scan');
  await vacuumAndCount();
  expect(await plan()).toContain('Index Scan');
});
