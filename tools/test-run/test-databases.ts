import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { embeddedDatabase, embeddedOptions } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { readFunctions, readMigrations } from '#server/database/migrations/scripts.ts';
import { openPostgres } from '#server/database/postgres/postgres.ts';
import { createJobs } from '#server/jobs/queue.ts';
import { type Contents, type TestDatabases, urlOf } from '#test/support/database.ts';
import { type EmbeddedFiles, EmbeddedMemory } from '#test/support/embedded-memory.ts';
import { loadTestShop } from '#test/support/test-catalogue.ts';

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';
const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/handsel');
/** What the prepared databases depend on, besides the migrations. */
const MADE_BY = [
  'package-lock.json',
  'server/jobs/queue.ts',
  'test/support/embedded-memory.ts',
  'test/support/test-catalogue.ts',
  'tools/test-run/test-databases.ts',
];

/**
 * Vitest's global setup: prepares once, for all test files, what their own databases are copied from, and says on
 * which databases the run tests. With CI set, a missing PostgreSQL is a failure.
 */
export default async function setup(project: TestProject): Promise<void> {
  const state = createHash('sha256').update(JSON.stringify([readMigrations(), readFunctions()]));
  for (const file of MADE_BY) state.update(readFileSync(join(root, file)));
  const version = state.digest('hex').slice(0, 16);
  const databases: TestDatabases = { embedded: await embedded(version) };
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || DEFAULT_SERVER;
  const missing = await unreachable(url);
  if (missing === undefined) databases.postgres = { url, templates: await templates(url, version) };
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

/** The files of prepared embedded databases, kept until what they are made by changes. */
async function embedded(version: string): Promise<TestDatabases['embedded']> {
  const [empty, shop] = [join(cache, `embedded-${version}-empty`), join(cache, `embedded-${version}-shop`)];
  if (existsSync(empty) && existsSync(shop)) return { empty, shop };
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).filter((name) => name.startsWith('embedded-'))) rmSync(join(cache, old));
  const migrated = await filesAfter([], async (database, pglite) => {
    await prepare(database);
    // Nobody connects to the templates, and each copy would carry them.
    await pglite.exec(`update pg_database set datistemplate = false where datname in ('template0', 'template1')`);
    for (const unused of ['template0', 'template1']) await pglite.exec(`drop database ${unused}`);
  });
  keep(empty, migrated);
  keep(shop, await filesAfter(migrated, loadTestShop));
  return { empty, shop };
}

/** Opens an embedded database on copies of the files, works on it and closes it. Returns the files it leaves. */
async function filesAfter(
  begin: EmbeddedFiles,
  work: (database: Database, pglite: PGlite) => Promise<void>,
): Promise<EmbeddedFiles> {
  let left: EmbeddedFiles = [];
  const fs = new EmbeddedMemory(begin, (files) => {
    left = files;
  });
  const pglite = await PGlite.create({ ...embeddedOptions, fs });
  const database = embeddedDatabase(pglite);
  await work(database, pglite);
  await database.close();
  return left;
}

function keep(path: string, files: EmbeddedFiles): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, serialize(files));
  renameSync(draft, path);
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

/** Prepared databases to copy, named after what they are made by; under a lock: several runs may start together. */
async function templates(url: string, version: string): Promise<Record<Contents, string>> {
  const [empty, shop] = [`handsel_template_${version}_empty`, `handsel_template_${version}_shop`];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('handsel test template'))`);
    await dropStaleDatabases(client, [empty, shop]);
    await template(client, url, empty, prepare);
    await template(client, url, shop, async (database) => {
      await prepare(database);
      await loadTestShop(database);
    });
    return { empty, shop };
  } finally {
    await client.end();
  }
}

async function template(
  client: pg.Client,
  url: string,
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 1) return;
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const database = await openPostgres({ databaseUrl: urlOf(url, draft) });
  await fill(database).finally(() => database.close());
  await client.query(`alter database ${draft} rename to ${name}`);
}

/** Drops what killed runs have left: copies older than two hours, templates of other migrations older than a day. */
async function dropStaleDatabases(client: pg.Client, current: string[]): Promise<void> {
  const age = `now() - (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification`;
  const found = await client
    .query(
      `select datname from pg_database where datname like 'handsel\\_test\\_%' and ${age} > interval '2 hours'
       or datname like 'handsel\\_template\\_%' and datname <> all($1) and ${age} > interval '1 day'`,
      [current],
    )
    .catch((error: Error & { code?: string }) => {
      // Only a superuser may ask for the age; anyone else leaves the cleanup to one.
      if (error.code === '42501') return { rows: [] };
      throw error;
    });
  for (const { datname } of found.rows) await client.query(`drop database if exists "${datname}" with (force)`);
}
