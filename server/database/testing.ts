import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, DatabaseKind } from './database.ts';
import { embeddedDatabase, embeddedOptions } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** What the test run has prepared once for every test file (tools/test-databases.ts). */
export interface TestDatabases {
  /** A file with the dump of a migrated, empty embedded database */
  snapshot: string;
  /** A PostgreSQL server and the migrated, empty database on it to copy from; absent when no server answers */
  postgres?: { url: string; template: string };
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/** The databases this run tests on, for `describe.each(databaseKinds())`. */
export function databaseKinds(): DatabaseKind[] {
  return inject('testDatabases').postgres === undefined ? ['embedded'] : ['embedded', 'postgres'];
}

/** Opens a migrated, empty database of its own for one test (embedded: 0.3 s, PostgreSQL: 0.1 s); close() ends it. */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  if (kind === 'postgres') return (await openTestPostgres()).database;
  const dump = new Blob([readFileSync(inject('testDatabases').snapshot)]);
  return embeddedDatabase(await PGlite.create({ ...embeddedOptions, loadDataDir: dump }));
}

/** A PostgreSQL database of its own with its address, for tests that start a server process on it. */
export async function openTestPostgres(): Promise<{ database: Database; databaseUrl: string }> {
  const { postgres } = inject('testDatabases');
  if (postgres === undefined) throw new Error('This test needs PostgreSQL, and none answers.');
  const name = `handsel_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await administer(postgres.url, `create database ${name} template ${postgres.template}`);
  const databaseUrl = urlOf(postgres.url, name);
  const database = await openPostgres({ databaseUrl });
  const close = async () => {
    await database.close();
    await administer(postgres.url, `drop database if exists ${name} with (force)`);
  };
  let closing: Promise<void> | undefined;
  return { database: { ...database, close: () => (closing ??= close()) }, databaseUrl };
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on the server, outside of any test database. */
export async function administer(serverUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
