import { describe, expect, it } from 'vitest';
import { everyDatabase, hasPostgres, openTestDatabase } from './database.ts';

describe.each(everyDatabase())('a closed test database on %s', (kind) => {
  const id = "select current_database() || ' ' || pg_postmaster_start_time() as id";
  const read = async (sql: string) => {
    const database = await openTestDatabase(kind, 'shop');
    const { rows } = await database.query(sql);
    await database.close();
    return rows;
  };
  const sequences = 'select sequencename, last_value from pg_sequences order by 1';
  const products = 'select * from products order by id';

  it('restores and reuses a closed test database', async () => {
    const before = [await read(id), await read(sequences), await read(products)];
    const database = await openTestDatabase(kind, 'shop');
    await database.query(
      "insert into opt_outs (mobile, sender, word, opted_out_at) values ('+61491570156', '', 'stop', now())",
    );
    await database.query("select nextval('orders_id_seq'), nextval('products_id_seq')");
    await database.query("update products set name = 'Changed'");
    await database.query('delete from variants');
    await database.close();
    expect([await read(id), await read(sequences), await read(products)]).toEqual(before);
    expect(await read('select count(*)::int as rows from opt_outs')).toEqual([{ rows: 0 }]);
    expect((await read('select count(*)::int as variants from variants'))[0].variants).toBeGreaterThan(5);
  });

  it('replaces a closed test database whose structure has changed', async () => {
    const database = await openTestDatabase(kind, 'shop');
    await database.query('create table left_behind (id int)');
    await database.close();
    expect(await read("select to_regclass('left_behind') as found")).toEqual([{ found: null }]);
  });

  it.each([
    'alter table orders add column left_behind int',
    'alter table orders alter column created_at drop not null',
    'alter table orders disable trigger all',
    'alter table orders drop constraint orders_pkey cascade',
    'drop function refresh_lowest_price cascade',
  ])('replaces a closed test database after the statement "%s"', async (sql) => {
    const before = await read(id);
    const database = await openTestDatabase(kind, 'shop');
    await database.executeSql(sql);
    await database.close();
    expect(await read(id)).not.toEqual(before);
  });

  it('reuses a closed test database after work with a temporary table', async () => {
    const before = await read(id);
    const database = await openTestDatabase(kind, 'shop');
    await database.query('create temporary table left_behind (id serial primary key, name text unique)');
    await database.close();
    expect(await read(id)).toEqual(before);
  });

  it('fails to close a database after a table with rows was dropped, unless opened with { fresh: true }', async () => {
    const lent = await openTestDatabase(kind, 'shop');
    await lent.query('drop table schema_migrations');
    await expect(lent.close()).rejects.toThrow('open it with { fresh: true }');
    const freshDatabase = await openTestDatabase(kind, 'shop', { fresh: true });
    await freshDatabase.query('drop table schema_migrations');
    await freshDatabase.close();
    expect(await read("select to_regclass('schema_migrations') is not null as found")).toEqual([{ found: true }]);
  });

  it('replaces a test database when a test leaves a subscription open', async () => {
    const before = await read(id);
    const database = await openTestDatabase(kind, 'shop');
    const subscription = database.subscribe({ channel: 'x', onListening: () => undefined, onNotice: () => undefined });
    await database.close();
    expect(await read(id)).not.toEqual(before);
    // Ignores the error, because the embedded database cannot unlisten once it is closed.
    await subscription.stop().catch(() => undefined);
  });

  it('replaces a test database when a test leaves exclusive work running', async () => {
    const before = await read(id);
    const database = await openTestDatabase(kind, 'shop');
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const work = database.exclusive(() => end).catch(() => undefined);
    await database.close();
    expect(await read(id)).not.toEqual(before);
    resolve();
    await work;
  });

  it('reuses a test database when all subscriptions and exclusive work have ended', async () => {
    const before = await read(id);
    const database = await openTestDatabase(kind, 'shop');
    await database.subscribe({ channel: 'x', onListening: () => undefined, onNotice: () => undefined }).stop();
    await database.exclusive(({ query }) => query('select 1'));
    await database.close();
    expect(await read(id)).toEqual(before);
  });

  it('refuses queries once the test has closed its database', async () => {
    const database = await openTestDatabase(kind);
    await database.close();
    expect(() => database.query('select 1')).toThrow('This database was closed by its test.');
    expect(() => database.orm.execute('select 1')).toThrow('This database was closed by its test.');
  });
});

it.runIf(hasPostgres())('closes idle connections of a test database within seconds', async () => {
  const database = await openTestDatabase('postgres');
  await Promise.all(Array.from({ length: 5 }, () => database.query('select pg_sleep(0.01)')));
  expect(database.connections?.().idle).toBeGreaterThan(1);
  await expect.poll(() => database.connections?.().idle, { timeout: 10_000 }).toBe(0);
  await database.close();
});
