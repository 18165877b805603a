import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseKind } from '#server/platform/database/database.ts';

export type Contents = 'empty' | 'shop';

/** The databases that tools/test-run/test-databases.ts prepares once per run. */
export interface TestDatabases {
  kinds: DatabaseKind[];
  embedded: Record<Contents, string>;
  postgres?: { url: string; templates: Record<Contents, string>; prefix: string };
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/** Commits do not wait for the disk, because no test crashes the server. */
const OPTIONS = 'options=-c%20synchronous_commit%3Doff';

export async function createTestPostgres(template?: string): Promise<{ name: string; databaseUrl: string }> {
  const { url, prefix } = getTestServer();
  const name = `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`);
  const databaseUrl = buildDatabaseUrl(url, name);
  return { name, databaseUrl: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}${OPTIONS}` };
}

/** Dropping a database waits for a server-wide checkpoint, which concurrent drops share. */
const BATCH = 8;
const unused: string[] = [];

/** Drops databases in batches. The end of the run drops the remaining ones, which it finds by prefix. */
export async function dropTestPostgres(name: string): Promise<void> {
  unused.push(name);
  if (unused.length >= BATCH)
    await Promise.all(unused.splice(0).map((old) => administer(`drop database if exists ${old} with (force)`)));
}

export function buildDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function getTestServer(): NonNullable<TestDatabases['postgres']> {
  const { postgres } = inject('testDatabases');
  if (postgres === undefined) throw new Error('This test needs PostgreSQL, and no server answers.');
  return postgres;
}

let administrators: pg.Pool | undefined;

/** Reuses connections, because opening one takes 50 ms. */
function administer(statement: string): Promise<pg.QueryResult> {
  administrators ??= new pg.Pool({
    connectionString: getTestServer().url,
    connectionTimeoutMillis: 60_000,
    max: BATCH,
    allowExitOnIdle: true,
    // Ignores errors of idle connections that PostgreSQL closes: the pool opens new ones.
  }).on('error', () => undefined);
  return administrators.query(statement);
}
