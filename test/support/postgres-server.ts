import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseKind } from '#server/platform/database/database.ts';

/** No rows, or those of the small test shop. */
export type Contents = 'empty' | 'shop';

/** Databases that the run prepares once for all test files (tools/test-run/test-databases.ts). */
export interface TestDatabases {
  /** The databases that ordinary tests run on, PostgreSQL first if it answers */
  kinds: DatabaseKind[];
  /** Paths of serialized `EmbeddedFiles`: migrated databases with the tables of the job queue */
  embedded: Record<Contents, string>;
  /** A PostgreSQL server and its templates with the same contents; absent if no server answers */
  postgres?: { url: string; templates: Record<Contents, string>; prefix: string };
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/** Commits that do not wait for the disk: no test stops the PostgreSQL server, whose end alone could lose them. */
const OPTIONS = 'options=-c%20synchronous_commit%3Doff';

/** Creates a PostgreSQL database for tests, as a copy of `template` or without tables. */
export async function createTestPostgres(template?: string): Promise<{ name: string; databaseUrl: string }> {
  const { url, prefix } = server();
  const name = `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`);
  const databaseUrl = urlOf(url, name);
  return { name, databaseUrl: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}${OPTIONS}` };
}

/** Each drop waits for a checkpoint of the whole server; concurrent ones share it. */
const BATCH = 8;
const unused: string[] = [];

/** Queues the database to be dropped in a batch. The end of the run drops the remaining ones by their prefix. */
export async function dropTestPostgres(name: string): Promise<void> {
  unused.push(name);
  if (unused.length >= BATCH)
    await Promise.all(unused.splice(0).map((old) => administer(`drop database if exists ${old} with (force)`)));
}

/** Returns the address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function server(): NonNullable<TestDatabases['postgres']> {
  const { postgres } = inject('testDatabases');
  if (postgres === undefined) throw new Error('This test needs PostgreSQL, and no server answers.');
  return postgres;
}

let administrators: pg.Pool | undefined;

/** Runs one statement on the server, outside any test database. Reuses connections, since opening one takes 50 ms. */
function administer(statement: string): Promise<pg.QueryResult> {
  administrators ??= new pg.Pool({
    connectionString: server().url,
    connectionTimeoutMillis: 60_000,
    max: BATCH,
    allowExitOnIdle: true,
    // PostgreSQL may close an idle connection; the pool opens another one.
  }).on('error', () => undefined);
  return administrators.query(statement);
}
