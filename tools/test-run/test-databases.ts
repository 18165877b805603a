import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { embeddedDatabase, embeddedOptions } from '#server/database/embedded.ts';
import { migrate, readFunctions, readMigrations } from '#server/database/migrate.ts';
import { openPostgres } from '#server/database/postgres.ts';
import { type TestDatabases, urlOf } from '#server/database/testing.ts';
import { createJobs } from '#server/jobs/queue.ts';

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';
const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/handsel');
/** What the prepared databases depend on, besides the migrations. */
const MADE_BY = ['package-lock.json', 'server/jobs/queue.ts', 'tools/test-run/test-databases.ts'];

/**
 * Vitest's global setup: prepares once, for all test files, what their own databases are copied from, and says on
 * which databases the run tests. With CI set, a missing PostgreSQL is a failure.
 */
export default async function setup(project: TestProject): Promise<void> {
  const state = createHash('sha256').update(JSON.stringify([readMigrations(), readFunctions()]));
  for (const file of MADE_BY) state.update(readFileSync(join(root, file)));
  const version = state.digest('hex').slice(0, 16);
  const databases: TestDatabases = { snapshot: await snapshot(version) };
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || DEFAULT_SERVER;
  const missing = await unreachable(url);
  if (missing === undefined) databases.postgres = { url, template: await template(url, version) };
  else if (process.env.CI) throw new Error(`PostgreSQL is needed in CI and does not answer: ${missing}.`);
  project.provide('testDatabases', databases);
  const warning = `!! PostgreSQL does not answer (${missing}): tested on the EMBEDDED DATABASE ONLY.`;
  console.log(missing === undefined ? 'Databases under test: embedded, postgres.' : warning);
}

/** The shop's tables and the queue's, as a first start makes them. */
async function prepare(database: Database): Promise<void> {
  await migrate(database);
  const jobs = await createJobs({ database, clock: createClock({ movable: false }), log: pino({ level: 'silent' }) });
  await jobs.stop();
}

/** The dump of a prepared embedded database, kept until what it is made by changes. */
async function snapshot(version: string): Promise<string> {
  const path = join(cache, `snapshot-${version}.tar`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).filter((name) => name.startsWith('snapshot-'))) rmSync(join(cache, old));
  const pglite = await PGlite.create(embeddedOptions);
  const database = embeddedDatabase(pglite);
  await prepare(database);
  // Nobody connects to the templates, and each copy would carry them.
  await pglite.exec(`update pg_database set datistemplate = false where datname in ('template0', 'template1')`);
  for (const unused of ['template0', 'template1']) await pglite.exec(`drop database ${unused}`);
  const dump = await pglite.dumpDataDir('none');
  await database.close();
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, path);
  return path;
}

async function unreachable(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    const first = error instanceof AggregateError ? error.errors[0] : error;
    return (first as Error).message;
  }
}

/** A prepared database to copy, named after what it is made by, made under a lock: several runs may start together. */
async function template(url: string, version: string): Promise<string> {
  const name = `handsel_template_${version}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('handsel test template'))`);
    await dropStaleDatabases(client, name);
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 1) return name;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    const database = await openPostgres({ databaseUrl: urlOf(url, draft) });
    await prepare(database).finally(() => database.close());
    await client.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/** Drops what killed runs have left: copies older than two hours, templates of other migrations older than a day. */
async function dropStaleDatabases(client: pg.Client, current: string): Promise<void> {
  const age = `now() - (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification`;
  const found = await client
    .query(
      `select datname from pg_database where datname like 'handsel\\_test\\_%' and ${age} > interval '2 hours'
       or datname like 'handsel\\_template\\_%' and datname <> $1 and ${age} > interval '1 day'`,
      [current],
    )
    .catch((error: Error & { code?: string }) => {
      // Only a superuser may ask for the age; anyone else leaves the cleanup to one.
      if (error.code === '42501') return { rows: [] };
      throw error;
    });
  for (const { datname } of found.rows) await client.query(`drop database if exists "${datname}" with (force)`);
}
