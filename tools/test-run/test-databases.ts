import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { createClock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { embeddedOptions, wrapPglite } from '#server/platform/database/embedded/embedded.ts';
import { migrate } from '#server/platform/database/migrations/migrate.ts';
import { readFunctions, readMigrations } from '#server/platform/database/migrations/scripts.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { createJobs } from '#server/platform/jobs/queue.ts';
import { type EmbeddedFiles, EmbeddedMemory } from '#test/support/embedded-memory.ts';
import { buildDatabaseUrl, type Contents, type TestDatabases } from '#test/support/postgres-server.ts';
import { loadTestShop } from '#test/support/test-catalogue.ts';

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';
const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/handsel');
/** A change to one of these files prepares the databases anew. */
const MADE_BY = [
  'package-lock.json',
  'server/platform/jobs/queue.ts',
  'test/support/embedded-memory.ts',
  'test/support/test-catalogue.ts',
  'tools/test-run/test-databases.ts',
];

const KEEP_DAYS = 7;

/** Vitest's global setup. Returns a function that drops the databases of this run. Requires PostgreSQL if CI is set. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const state = createHash('sha256').update(JSON.stringify([readMigrations(), readFunctions()]));
  for (const file of MADE_BY) state.update(readFileSync(join(root, file)));
  const version = state.digest('hex').slice(0, 16);
  const url = testDatabaseUrl();
  const missing = await findConnectionError(url);
  if (missing !== undefined && process.env.CI)
    throw new Error(`PostgreSQL does not answer (${missing}). Start it: CI requires it.`);
  // The random part is needed because runs in different containers may have the same process id.
  const prefix = `handsel_test_${process.pid}_${randomUUID().slice(0, 8)}`;
  const postgres = missing === undefined ? { url, templates: await prepareTemplates(url, version), prefix } : undefined;
  const both = process.env.TEST_DATABASES === 'both';
  const kinds: TestDatabases['kinds'] = !postgres ? ['embedded'] : both ? ['postgres', 'embedded'] : ['postgres'];
  project.provide('testDatabases', {
    kinds,
    embedded: await prepareEmbedded(version),
    ...(postgres ? { postgres } : {}),
  });
  console.log(
    postgres
      ? `Database under test: ${kinds.join(' and ')}${both ? '' : '; tests of database differences run on both'}.`
      : `!! PostgreSQL does not answer (${missing}): tests run ONLY ON THE EMBEDDED DATABASE; tests that need PostgreSQL are skipped.`,
  );
  return () => (postgres ? dropDatabases(url, prefix) : Promise.resolve());
}

export const testDatabaseUrl = (): string =>
  process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || DEFAULT_SERVER;

async function prepare(database: Database): Promise<void> {
  await migrate(database);
  const jobs = await createJobs({ database, clock: createClock({ movable: false }), log: pino({ level: 'silent' }) });
  await jobs.stop();
}

async function prepareEmbedded(version: string): Promise<TestDatabases['embedded']> {
  const [empty, shop] = [join(cache, `embedded-${version}-empty`), join(cache, `embedded-${version}-shop`)];
  if (existsSync(empty) && existsSync(shop)) return { empty, shop };
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).filter((name) => name.startsWith('embedded-'))) rmSync(join(cache, old));
  const migrated = await buildEmbeddedFiles([], async (database, pglite) => {
    await prepare(database);
    // Drops databases that are unused, because every copy would include them.
    await pglite.exec(`update pg_database set datistemplate = false where datname in ('template0', 'template1')`);
    for (const unused of ['template0', 'template1']) await pglite.exec(`drop database ${unused}`);
  });
  writeFiles(empty, migrated);
  writeFiles(shop, await buildEmbeddedFiles(migrated, loadTestShop));
  return { empty, shop };
}

async function buildEmbeddedFiles(
  begin: EmbeddedFiles,
  work: (database: Database, pglite: PGlite) => Promise<void>,
): Promise<EmbeddedFiles> {
  let left: EmbeddedFiles = [];
  const fs = new EmbeddedMemory(begin, (files) => {
    left = files;
  });
  const pglite = await PGlite.create({ ...embeddedOptions, fs });
  const database = wrapPglite(pglite);
  await work(database, pglite);
  await database.close();
  return left;
}

function writeFiles(path: string, files: EmbeddedFiles): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, serialize(files));
  renameSync(draft, path);
}

async function findConnectionError(url: string): Promise<string | undefined> {
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

function prepareTemplates(url: string, version: string): Promise<Record<Contents, string>> {
  const [empty, shop] = [`handsel_template_${version}_empty`, `handsel_template_${version}_shop`];
  const filled = (work: (database: Database) => Promise<void>) => async (databaseUrl: string) => {
    const database = await openPostgres({ databaseUrl });
    await work(database).finally(() => database.close());
  };
  return withTemplates(url, async (client) => {
    await dropStaleDatabases(client);
    await ensureTemplate(client, { url, name: empty, fill: filled(prepare) });
    await ensureTemplate(client, {
      url,
      name: shop,
      fill: filled(async (database) => {
        await prepare(database);
        await loadTestShop(database);
      }),
    });
    return { empty, shop };
  });
}

/** Runs `work` under a lock, because test runs may start simultaneously. */
export async function withTemplates<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('handsel test template'))`);
    return await work(client);
  } finally {
    await client.end();
  }
}

type Template = { url: string; name: string; fill: (databaseUrl: string) => Promise<void> };

/** Creates the template if it is missing, and records that it is used. Call it inside `withTemplates()`. */
export async function ensureTemplate(client: pg.Client, { url, name, fill }: Template): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) {
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await fill(buildDatabaseUrl(url, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  }
  await client.query(`comment on database ${name} is 'used ${new Date().toISOString().slice(0, 10)}'`);
}

/**
 * Drops copies older than two hours, which killed runs left, and templates unused for a week. The age of a template
 * without a recorded use is that of its files.
 */
export async function dropStaleDatabases(client: pg.Client): Promise<void> {
  const modifiedAt = `(pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification`;
  const used = `substring(shobj_description(oid, 'pg_database') from '^used (\\d{4}-\\d\\d-\\d\\d)$')::timestamptz`;
  const found = await client
    .query(
      `select datname from pg_database where datname like 'handsel\\_test\\_%' and now() - ${modifiedAt} > interval '2 hours'
       or datname like 'handsel\\_template\\_%' and now() - coalesce(${used}, ${modifiedAt}) > $1 * interval '1 day'`,
      [KEEP_DAYS],
    )
    .catch((error: Error & { code?: string }) => {
      // Only superusers may read file ages. For other roles, the cleanup is skipped.
      if (error.code === '42501') return { rows: [] };
      throw error;
    });
  for (const { datname } of found.rows) await client.query(`drop database if exists "${datname}" with (force)`);
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [`${prefix}_`]);
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  await client.end();
}
