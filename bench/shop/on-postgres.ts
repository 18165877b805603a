import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';

export const POSTGRES = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export async function onPostgres(
  address: string,
  measure: (database: Database, url: string) => Promise<void>,
): Promise<void> {
  const name = `handsel_bench_${randomUUID().slice(0, 8)}`;
  const server = await openPostgres({ databaseUrl: address });
  await server.query(`create database ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  const database = await openPostgres({ databaseUrl: url.href });
  try {
    await measure(database, url.href);
  } finally {
    await database.close();
    await server.query(`drop database ${name} with (force)`);
    await server.close();
  }
}

export async function readServerVersion(database: Database): Promise<string> {
  return (await database.query('show server_version')).rows[0].server_version;
}
