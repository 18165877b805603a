import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { hasPostgres, openTestPostgres } from '#test/support/database.ts';
import type { Database } from '../database.ts';
import { isUnavailable } from '../database-errors.ts';
import { openPostgres } from './postgres.ts';

const SOON = { connectMs: 2_000, statementMs: 500, answerMs: 200 };

describe.runIf(hasPostgres())('PostgreSQL failures', () => {
  let direct: Database;
  let databaseUrl: string;
  let proxy: FaultProxy;
  beforeAll(async () => {
    ({ database: direct, databaseUrl } = await openTestPostgres());
    proxy = await startFaultProxy({ port: Number(new URL(databaseUrl).port || 5432) });
  });
  afterAll(async () => {
    await proxy.close();
    await direct.close();
  });

  let shop: Database | undefined;
  afterEach(async () => {
    await proxy.set('works');
    await shop?.close();
  });

  function buildDatabaseUrl(...hosts: string[]): string {
    const { username, password, pathname } = new URL(databaseUrl);
    return `postgres://${username}${password ? `:${password}` : ''}@${hosts.join(',')}${pathname}`;
  }
  const proxied = () => buildDatabaseUrl(`127.0.0.1:${proxy.port}`);
  const open = async (options: Partial<Parameters<typeof openPostgres>[0]> = {}) =>
    (shop = await openPostgres({ databaseUrl: proxied(), limits: SOON, ...options }));
  const selectOne = async (database: Database) => (await database.query('select 1 as one')).rows[0]?.one;

  it('times out when the server stops responding, and uses a new connection for the next call', async () => {
    const database = await open({ connections: 1 });
    expect(await selectOne(database)).toBe(1);
    proxy.silence();
    const failed = await database.query('select 1').catch((error) => error);
    expect([failed.message, isUnavailable(failed)]).toEqual(['Query read timeout', true]);
    expect(await selectOne(database)).toBe(1);
  });

  it('rolls back a transaction when the server stops responding in the middle of it', async () => {
    await direct.query('create table lines (id int primary key)');
    const database = await open({ connections: 1 });
    const failed = await database
      .transaction(async (tx) => {
        await tx.execute('insert into lines values (1)');
        proxy.silence();
        await tx.execute('insert into lines values (2)');
      })
      .catch((error) => error);
    expect(isUnavailable(failed)).toBe(true);
    expect(await selectOne(database)).toBe(1);
    await expect.poll(async () => (await direct.query('select count(*) as n from lines')).rows).toEqual([{ n: 0 }]);
  });

  it('reports calls as unavailable while the server is down, and recovers when it is back', async () => {
    const losses: unknown[] = [];
    const database = await open({
      logger: { warn: () => undefined, error: (details) => losses.push(details), fatal: () => undefined },
    });
    expect(await selectOne(database)).toBe(1);
    await proxy.set('down');
    const failed = await database.query('select 1').catch((error) => error);
    expect(isUnavailable(failed)).toBe(true);
    await expect.poll(() => losses.length).toBeGreaterThan(0);
    await proxy.set('works');
    expect(await selectOne(database)).toBe(1);
  });

  it('reports a call as unavailable when it waits too long for a row lock', async () => {
    await direct.query('create table waits (id int primary key)');
    await direct.query('insert into waits values (1)');
    const database = await open();
    const holding = new pg.Client(databaseUrl);
    await holding.connect();
    await holding.query('begin; select from waits for update');
    const failed = await database.query('select from waits for update').catch((error) => error);
    expect([failed.code, isUnavailable(failed)]).toEqual(['55P03', true]);
    await holding.end();
  });

  it.each([
    ['a pooler reports when its server connection crashes', '08P01', 'server conn crashed?'],
    ['a pooler reports when no server connection becomes free', '08P01', 'query_wait_timeout'],
    ['a server reports when its disk is full', '53100', 'could not extend file: No space left on device'],
  ])('treats the database error that %s as unavailable', async (_when, code, words) => {
    const statement = `do $$ begin raise exception using errcode = '${code}', message = '${words}'; end $$`;
    const failed = await direct.query(statement).catch((error) => error);
    expect([failed.code, isUnavailable(failed)]).toEqual([code, true]);
  });

  it('fails over to the next server when connecting and while running', async () => {
    const { host } = new URL(databaseUrl);
    const database = await open({ databaseUrl: buildDatabaseUrl('127.0.0.1:9', `127.0.0.1:${proxy.port}`, host) });
    const before = proxy.connections();
    expect(before).toBeGreaterThan(0);
    await proxy.set('down');
    await database.query('select 1').catch(() => undefined);
    expect(await selectOne(database)).toBe(1);
    expect(proxy.connections()).toBe(before);
  });

  it('rejects read-only servers when DATABASE_URL names several servers', async () => {
    const { host, pathname } = new URL(databaseUrl);
    const name = pathname.slice(1);
    await direct.query(`alter database ${name} set default_transaction_read_only = on`);
    const opening = openPostgres({ databaseUrl: buildDatabaseUrl(`127.0.0.1:${proxy.port}`, host), limits: SOON });
    await expect(opening).rejects.toThrow('cannot be used (the server is read-only). Check DATABASE_URL.');
    await direct.query(`alter database ${name} reset default_transaction_read_only`);
    expect(await selectOne(await open({ databaseUrl: buildDatabaseUrl(`127.0.0.1:${proxy.port}`, host) }))).toBe(1);
  });
});
