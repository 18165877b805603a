import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deserialize } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { embeddedOptions, wrapPglite } from '#server/platform/database/embedded/embedded.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { EMBEDDED_ROOT, type EmbeddedFiles, EmbeddedMemory } from './embedded-memory.ts';
import { type Contents, createTestPostgres, dropTestPostgres } from './postgres-server.ts';
import { lendReusable } from './reusable-databases.ts';

/** These timeouts are generous, because on a slow machine twenty concurrent calls may wait for ten connections. */
const PATIENCE = { connectMs: 60_000, statementMs: 60_000, answerMs: 5_000 };
/**
 * Closes idle connections early, because PostgreSQL accepts only a hundred and each worker keeps databases for reuse.
 */
const IDLE_MS = 1_000;

/** Returns the kinds of database that ordinary tests run on, the default first: `describe.each(databaseKinds())`. */
export function databaseKinds(): DatabaseKind[] {
  return inject('testDatabases').kinds;
}

/**
 * For behaviour that depends on the driver, such as values, locks and durability. Returns both databases if PostgreSQL
 * is available, otherwise only the embedded one.
 */
export function everyDatabase(): DatabaseKind[] {
  return hasPostgres() ? ['embedded', 'postgres'] : ['embedded'];
}

export const hasPostgres = (): boolean => inject('testDatabases').postgres !== undefined;

type Options = {
  connections?: number;
  /** Opens a new database instead of a reused one, for tests that count statements, read query plans or drop tables. */
  fresh?: boolean;
};

/** Opens a migrated database for one test, which must close it. Reuses closed databases after restoring their rows. */
export function openTestDatabase(
  kind: DatabaseKind,
  contents: Contents = 'empty',
  { connections, fresh = connections !== undefined }: Options = {},
): Promise<Database> {
  const open = () => (kind === 'embedded' ? openEmbedded(contents) : openCopy(contents, connections));
  return fresh ? open() : lendReusable(`${kind} ${contents}`, open);
}

const prepared: Partial<Record<Contents, EmbeddedFiles>> = {};
/** Avoids clearing 128 MB of buffers and zero-filling a 16 MB WAL file. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=4MB', '-c', 'wal_init_zero=off'];

async function openEmbedded(contents: Contents): Promise<Database> {
  const fs = new EmbeddedMemory(readPrepared(contents));
  return wrapPglite(await PGlite.create({ ...embeddedOptions, startParams, fs }));
}

function readPrepared(contents: Contents): EmbeddedFiles {
  prepared[contents] ??= deserialize(readFileSync(inject('testDatabases').embedded[contents])) as EmbeddedFiles;
  return prepared[contents];
}

export function writeEmbedded(contents: Contents, dataDir: string): void {
  for (const { folder, files } of readPrepared(contents)) {
    const path = join(dataDir, 'db', relative(EMBEDDED_ROOT, folder));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const { name, mode, bytes } of files) writeFileSync(join(path, name), bytes, { mode: mode & 0o777 });
  }
}

async function openCopy(contents: Contents, connections?: number): Promise<Database> {
  const { database, name } = await copyTemplate(contents, connections);
  return dropWhenClosed(database, name);
}

export async function openTestPostgres(
  contents: Contents = 'empty',
): Promise<{ database: Database; databaseUrl: string }> {
  const { database, databaseUrl, name } = await copyTemplate(contents);
  return { database: dropWhenClosed(database, name), databaseUrl };
}

export async function makeBarePostgres(): Promise<{ databaseUrl: string; remove: () => Promise<void> }> {
  const { name, databaseUrl } = await createTestPostgres();
  return { databaseUrl, remove: () => dropTestPostgres(name) };
}

async function copyTemplate(contents: Contents, connections = 10) {
  const { name, databaseUrl } = await createTestPostgres(inject('testDatabases').postgres?.templates[contents]);
  const database = await openPostgres({ databaseUrl, limits: PATIENCE, connections, idleMs: IDLE_MS });
  return { database, databaseUrl, name };
}

function dropWhenClosed(database: Database, name: string): Database {
  let closed: Promise<void> | undefined;
  return { ...database, close: () => (closed ??= database.close().then(() => dropTestPostgres(name))) };
}
