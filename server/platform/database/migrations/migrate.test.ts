import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyDatabase, hasPostgres, openTestDatabase, openTestPostgres } from '#test/support/database.ts';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { migrate } from './migrate.ts';
import { type Functions, readFunctions, readMigrations } from './scripts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handsel-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const createOptions = (functions: Functions | null = null) => ({ folder, functions, pauseMs: 1 });
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

describe.each(everyDatabase())('migrations on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(kind, 'empty', { fresh: true });
    await database.query('drop table schema_migrations');
  });
  afterEach(() => database.close());

  it('applies each migration once, in order', async () => {
    write('0002_second.sql', 'insert into steps values (2);');
    write('0001_first.sql', 'create table steps (n int); insert into steps values (1);');
    write('notes.txt', 'not a migration');
    expect(await migrate(database, createOptions())).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(database, createOptions())).toEqual([]);
    expect((await database.query('select n from steps order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('retries a migration after a deadlock', async () => {
    await database.query('create sequence tries');
    const fails = "raise exception using errcode = '40P01'";
    write('0001_first.sql', `do $$ begin if nextval('tries') = 1 then ${fails}; end if; end $$;`);
    expect(await migrate(database, createOptions())).toEqual(['0001_first.sql']);
    expect((await database.query('select last_value from tries')).rows).toEqual([{ last_value: 2 }]);
  });

  it('rolls back a failing migration and names it', async () => {
    write('0001_first.sql', 'create table steps (n int);');
    write('0002_bad.sql', 'insert into steps values (2); select nonsense;');
    await expect(migrate(database, createOptions())).rejects.toThrow(/^Migration 0002_bad.sql failed: .*nonsense/);
    expect((await database.query('select n from steps')).rows).toEqual([]);
    write('0002_bad.sql', 'insert into steps values (2);');
    expect(await migrate(database, createOptions())).toEqual(['0002_bad.sql']);
  });

  it('rejects an edited migration, one inserted before an applied one, and a newer database', async () => {
    write('0002_second.sql', 'select 1;');
    await migrate(database, createOptions());
    write('0002_second.sql', 'select 2;');
    await expect(migrate(database, createOptions())).rejects.toThrow(/^Migration 0002_second.sql was changed after/);
    write('0002_second.sql', 'select 1;\r\n'.replace('\r\n', ''));
    write('0001_first.sql', 'select 1;');
    await expect(migrate(database, createOptions())).rejects.toThrow(
      /^Migration 0001_first.sql comes before 0002_second.sql/,
    );
    rmSync(join(folder, '0002_second.sql'));
    await expect(migrate(database, createOptions())).rejects.toThrow(
      /^The database was written by a newer version of Handsel .*0002/,
    );
  });

  it('applies changed functions again, but never replaces those of a newer release', async () => {
    const functions = (sql: string, version = 1): Functions => ({ name: 'functions.sql', sql, sha256: sql, version });
    const original = 'create or replace function answer() returns int language sql as $$ select 1 $$;';
    const two = original.replace('select 1', 'select 2');
    expect(await migrate(database, createOptions(functions(original)))).toEqual(['functions.sql']);
    expect(await migrate(database, createOptions(functions(original)))).toEqual([]);
    expect(await migrate(database, createOptions(functions(two)))).toEqual(['functions.sql']);
    expect((await database.query('select answer()')).rows).toEqual([{ answer: 2 }]);
    expect(await migrate(database, createOptions(functions(two, 2)))).toEqual([]);
    expect(await migrate(database, createOptions(functions(original.replace('1', '3'), 2)))).toEqual(['functions.sql']);
    expect(await migrate(database, createOptions(functions(original)))).toEqual([]);
    expect((await database.query('select answer()')).rows).toEqual([{ answer: 3 }]);
  });

  it("accepts a newer release's additive migrations and rejects its breaking ones", async () => {
    write('0001_first.sql', 'create table steps (n int);');
    write('0002_adds.sql', 'alter table steps add column more text;');
    await migrate(database, createOptions());
    rmSync(join(folder, '0002_adds.sql'));
    expect(await migrate(database, createOptions())).toEqual([]);
    write('0002_adds.sql', 'alter table steps add column more text;');
    write('0003_takes_away.sql', '-- Breaks the previous release: it reads more.\nalter table steps drop column more;');
    await migrate(database, createOptions());
    for (const name of ['0002_adds.sql', '0003_takes_away.sql']) rmSync(join(folder, name));
    await expect(migrate(database, createOptions())).rejects.toThrow(
      /^The database was written by a newer version of Handsel .*0003/,
    );
  });

  it('builds an index concurrently, and rebuilds an index that a failure left invalid', async () => {
    write('0001_first.sql', 'create table steps (n int); insert into steps values (1), (1);');
    write('0002_index.sql', 'create unique index concurrently if not exists one_step on steps (n);');
    await expect(migrate(database, createOptions())).rejects.toThrow(/^Migration 0002_index.sql failed: /);
    await database.query('delete from steps');
    expect(await migrate(database, createOptions())).toEqual(['0002_index.sql']);
    const { rows } = await database.query("select indisvalid from pg_index where indexrelid = 'one_step'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it.each(['0001_schema.sql', '0001_version_1.sql'])(
    'rejects a database whose first migration is %s, with instructions',
    async (first) => {
      write(first, 'select 1;');
      await migrate(database, createOptions());
      await expect(migrate(database)).rejects.toMatchObject({
        operatorCode: 'tables-too-old',
        message: expect.stringMatching(
          /^An earlier Handsel created these tables, .*\. Export the catalogue .* import the file/,
        ),
      });
    },
  );

  it('records exactly the migrations in the code', async () => {
    const fresh = await openTestDatabase(kind);
    const { rows } = await fresh.query('select name, sha256 from schema_migrations order by name');
    expect(rows).toEqual([...readMigrations(), readFunctions()].map(({ name, sha256 }) => ({ name, sha256 })));
    expect(await migrate(fresh)).toEqual([]);
    await fresh.close();
  });
});

it.runIf(hasPostgres())('migrates once when several servers start together', async () => {
  const { database, databaseUrl } = await openTestPostgres();
  await database.query('drop table schema_migrations');
  write('0001_slow.sql', 'create table steps (n int); select pg_sleep(0.2); insert into steps values (1);');
  write('0002_index.sql', 'create index concurrently if not exists steps_n on steps using btree (n);');
  const databases = await Promise.all([1, 2, 3].map(() => openPostgres({ databaseUrl })));
  const applied = await Promise.all(databases.map((other) => migrate(other, createOptions())));
  expect(applied.flat()).toEqual(['0001_slow.sql', '0002_index.sql']);
  expect((await database.query('select n from steps')).rows).toEqual([{ n: 1 }]);
  await Promise.all(databases.map((other) => other.close()));
  await database.close();
});

describe.runIf(hasPostgres())('migrating an open shop', () => {
  let shop: Awaited<ReturnType<typeof openTestPostgres>>;
  beforeEach(async () => {
    shop = await openTestPostgres();
    await shop.database.query('drop table schema_migrations');
    await shop.database.query('create table steps (n int)');
    write('0001_adds.sql', 'alter table steps add column more text;');
  });
  afterEach(() => shop.database.close());

  async function reading(work: (end: () => void) => Promise<void>): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const reader = shop.database.exclusive((run) =>
      run.transaction(async (inside) => {
        await inside.query('select n from steps');
        begun.resolve();
        await ended;
      }),
    );
    await begun.promise;
    try {
      await work(end);
    } finally {
      end();
      await reader;
    }
  }

  it('lets reads pass while a migration waits for a lock, and then retries the migration', () =>
    reading(async (end) => {
      const migrating = migrate(shop.database, { ...createOptions(), lockTimeoutMs: 20 });
      for (let turn = 0; turn < 5; turn += 1) await shop.database.query('select n from steps');
      end();
      expect(await migrating).toEqual(['0001_adds.sql']);
    }));

  it("aborts the migration, not the customer's call, in a deadlock", async () => {
    write('0001_adds.sql', 'alter table steps add more text; select pg_sleep(0.2); alter table others add more text;');
    await shop.database.query('create table others (n int)');
    let migrating: Promise<string[]> | undefined;
    await shop.database.exclusive((run) =>
      run.transaction(async (inside) => {
        await inside.query('select n from others');
        migrating = migrate(shop.database, createOptions());
        const locked = `select from pg_locks where relation = 'steps'::regclass and mode = 'AccessExclusiveLock' and granted`;
        await expect.poll(async () => (await shop.database.query(locked)).rows, { interval: 10 }).toHaveLength(1);
        expect((await inside.query('select n from steps')).rows).toEqual([]);
      }),
    );
    expect(await migrating).toEqual(['0001_adds.sql']);
  });

  it('tells the operator what to do when the lock is never released', () =>
    reading(() =>
      expect(migrate(shop.database, { ...createOptions(), lockTimeoutMs: 1 })).rejects.toMatchObject({
        operatorCode: 'migration-locked',
        message: expect.stringMatching(/^Migration 0001_adds\.sql waited half a minute .* then start again\.$/),
      }),
    ));
});
