import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Database, DatabaseKind } from '#server/database/database.ts';
import { embeddedDatabase, embeddedOptions } from '#server/database/embedded/embedded.ts';
import { openPostgres } from '#server/database/postgres/postgres.ts';
import { type EmbeddedFiles, EmbeddedMemory } from './embedded-memory.ts';

/** No rows at all, or those of the small test shop. */
export type Contents = 'empty' | 'shop';

/** What the test run has prepared once for every test file (tools/test-run/test-databases.ts). */
export interface TestDatabases {
  /** Files with the EmbeddedFiles of databases that are migrated and have the tables of the queue */
  embedded: Record<Contents, string>;
  /** A PostgreSQL server and such databases on it to copy from; absent when no server answers */
  postgres?: { url: string; templates: Record<Contents, string> };
}

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/** Twenty calls at once stand in line for ten connections, on a machine of any speed. */
const PATIENCE = { connectMs: 60_000, statementMs: 60_000, answerMs: 5_000 };

/** The databases this run tests on, for `describe.each(databaseKinds())`. */
export function databaseKinds(): DatabaseKind[] {
  if (inject('testDatabases').postgres === undefined) return ['embedded'];
  afterAll(dropUsed);
  return ['embedded', 'postgres'];
}

const prepared: Partial<Record<Contents, EmbeddedFiles>> = {};
/**
 * Most of what opening one costs is clearing the usual 128 MB, and filling a log of 16 MB with zeros that grows in small
 * steps in memory.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB', '-c', 'wal_init_zero=off'];

/** Opens a migrated database of its own for one test (embedded: 0.2 s, PostgreSQL: 0.1 s); close() ends it. */
export async function openTestDatabase(
  kind: DatabaseKind,
  contents: Contents = 'empty',
  connections?: number,
): Promise<Database> {
  if (kind === 'embedded') {
    prepared[contents] ??= deserialize(readFileSync(inject('testDatabases').embedded[contents])) as EmbeddedFiles;
    const fs = new EmbeddedMemory(prepared[contents]);
    return embeddedDatabase(await PGlite.create({ ...embeddedOptions, startParams, fs }));
  }
  const { database, name } = await copyTemplate(contents, connections);
  return closing(database, async () => {
    used.push(name);
    if (used.length >= AT_ONCE) await dropUsed();
  });
}

/** Each drop waits for a checkpoint of the whole server; those that come together share one. */
const AT_ONCE = 8;
const used: string[] = [];

async function dropUsed(): Promise<void> {
  await Promise.all(used.splice(0).map(drop));
}

/** A PostgreSQL database of its own with its address, for tests that start a server process on it. */
export async function openTestPostgres(): Promise<{ database: Database; databaseUrl: string }> {
  const { database, databaseUrl, name } = await copyTemplate('empty');
  return { database: closing(database, () => drop(name)), databaseUrl };
}

/** The address of a PostgreSQL database without any table, and how to drop it. */
export async function makeBarePostgres(): Promise<{ databaseUrl: string; remove: () => Promise<void> }> {
  const { url } = server();
  const name = newName();
  await administer(`create database ${name}`);
  return { databaseUrl: urlOf(url, name), remove: () => drop(name) };
}

const newName = () => `handsel_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;

function server(): NonNullable<TestDatabases['postgres']> {
  const { postgres } = inject('testDatabases');
  if (postgres === undefined) throw new Error('This test needs PostgreSQL, and none answers.');
  return postgres;
}

async function copyTemplate(
  contents: Contents,
  connections = 10,
): Promise<{ database: Database; databaseUrl: string; name: string }> {
  const { url, templates } = server();
  const name = newName();
  await administer(`create database ${name} template ${templates[contents]}`);
  const databaseUrl = urlOf(url, name);
  const database = await openPostgres({ databaseUrl, limits: PATIENCE, connections });
  return { database, databaseUrl, name };
}

async function drop(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`);
}

/** The database, whose close() is followed by `then`, once. */
function closing(database: Database, then: () => Promise<void>): Database {
  let closed: Promise<void> | undefined;
  return { ...database, close: () => (closed ??= database.close().then(then)) };
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

let administrators: pg.Pool | undefined;

/** Runs one statement on the server, outside of any test database, on connections that are kept: each takes 50 ms. */
function administer(statement: string): Promise<pg.QueryResult> {
  administrators ??= new pg.Pool({
    ...{ connectionString: server().url, connectionTimeoutMillis: PATIENCE.connectMs },
    ...{ max: AT_ONCE, allowExitOnIdle: true },
    // One that PostgreSQL closes while it is idle is made anew.
  }).on('error', () => undefined);
  return administrators.query(statement);
}
