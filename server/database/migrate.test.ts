import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, openTestDatabase, openTestPostgres } from '#test/support/database.ts';
import type { Database } from './database.ts';
import { type Migration, migrate, readFunctions, readMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handsel-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Migrations of the test alone, without functions. */
const at = (functions: Migration | null = null) => ({ folder, functions });
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

describe.each(databaseKinds())('migrations on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    await database.query('drop table schema_migrations');
  });
  afterEach(() => database.close());

  test('are applied in order, once', async () => {
    write('0002_second.sql', 'insert into steps values (2);');
    write('0001_first.sql', 'create table steps (n int); insert into steps values (1);');
    write('notes.txt', 'not a migration');
    expect(await migrate(database, at())).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(database, at())).toEqual([]);
    expect((await database.query('select n from steps order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('leave nothing of one that fails, and say which', async () => {
    write('0001_first.sql', 'create table steps (n int);');
    write('0002_bad.sql', 'insert into steps values (2); select nonsense;');
    await expect(migrate(database, at())).rejects.toThrow(/^Migration 0002_bad.sql failed: .*nonsense/);
    expect((await database.query('select n from steps')).rows).toEqual([]);
    write('0002_bad.sql', 'insert into steps values (2);');
    expect(await migrate(database, at())).toEqual(['0002_bad.sql']);
  });

  test('refuse a database whose migration was changed, that is newer, or that got a later one first', async () => {
    write('0002_second.sql', 'select 1;');
    await migrate(database, at());
    write('0002_second.sql', 'select 2;');
    await expect(migrate(database, at())).rejects.toThrow(/^Migration 0002_second.sql was changed after/);
    write('0002_second.sql', 'select 1;\r\n'.replace('\r\n', ''));
    write('0001_first.sql', 'select 1;');
    await expect(migrate(database, at())).rejects.toThrow(/^Migration 0001_first.sql comes before 0002_second.sql/);
    rmSync(join(folder, '0002_second.sql'));
    await expect(migrate(database, at())).rejects.toThrow(/^The database was written by a newer Handsel .*0002/);
  });

  test('run the functions again when they have changed, and only then', async () => {
    const functions = (sql: string): Migration => ({ name: 'functions.sql', sql, sha256: sql });
    const one = 'create or replace function answer() returns int language sql as $$ select 1 $$;';
    const two = one.replace('select 1', 'select 2');
    expect(await migrate(database, at(functions(one)))).toEqual(['functions.sql']);
    expect(await migrate(database, at(functions(one)))).toEqual([]);
    expect(await migrate(database, at(functions(two)))).toEqual(['functions.sql']);
    expect((await database.query('select answer()')).rows).toEqual([{ answer: 2 }]);
  });

  test('refuse a database from before version 1.0 with what to do', async () => {
    write('0001_schema.sql', 'select 1;');
    await migrate(database, at());
    await expect(migrate(database)).rejects.toMatchObject({
      operatorCode: 'database-before-1.0',
      message: expect.stringMatching(/^[^.]*1\.0[^.]*\. Export the catalogue .*, and import the file\.$/),
    });
  });

  test('are the ones the code has', async () => {
    const fresh = await openTestDatabase(kind);
    const { rows } = await fresh.query('select name, sha256 from schema_migrations order by name');
    expect(rows).toEqual([...readMigrations(), readFunctions()].map(({ name, sha256 }) => ({ name, sha256 })));
    expect(await migrate(fresh)).toEqual([]);
    await fresh.close();
  });
});

test.runIf(databaseKinds().includes('postgres'))('two servers that start together migrate once', async () => {
  const { database, databaseUrl } = await openTestPostgres();
  await database.query('drop table schema_migrations');
  write('0001_slow.sql', 'create table steps (n int); select pg_sleep(0.2); insert into steps values (1);');
  const others = await Promise.all([1, 2, 3].map(() => openPostgres({ databaseUrl })));
  const applied = await Promise.all(others.map((other) => migrate(other, at())));
  expect(applied.flat()).toEqual(['0001_slow.sql']);
  expect((await database.query('select n from steps')).rows).toEqual([{ n: 1 }]);
  await Promise.all(others.map((other) => other.close()));
  await database.close();
});
