import { getTableName } from 'drizzle-orm';
import { inject } from 'vitest';
import { createRole } from './database-roles.ts';
import { buildDatabaseUrl } from './postgres-server.ts';
import type { TestShop } from './shop.ts';
import { type TableName, tables } from './stored.ts';

type Shop = Pick<TestShop, 'context'>;

export async function recordMigration(
  { context }: Shop,
  { name, breaksPrevious }: { name: string; breaksPrevious: boolean },
): Promise<void> {
  await context.database.query(
    `insert into schema_migrations (name, sha256, breaks_previous) values ($1, 'x', $2)
      on conflict (name) do update set breaks_previous = excluded.breaks_previous`,
    [name, breaksPrevious],
  );
}

export async function forgetMigrations({ context }: Shop): Promise<void> {
  await context.database.query(`delete from schema_migrations where name <> 'functions.sql'`);
}

export async function hideTable({ context }: Shop, name: TableName): Promise<void> {
  const table = getTableName(tables[name]);
  await context.database.query(`alter table ${table} rename to ${table}_hidden`);
}

export async function withReadingRole(
  { context: { database } }: Shop,
  work: (databaseUrl: string) => Promise<void>,
): Promise<void> {
  const role = await createRole(database);
  await database.query(`grant select on all tables in schema public, pgboss, demo to ${role.name}`);
  await database.query(`grant usage on schema pgboss, demo to ${role.name}`);
  const { rows } = await database.query('select current_database() as name');
  const url = new URL(buildDatabaseUrl(inject('testDatabases').postgres?.url ?? '', rows[0].name));
  url.username = role.name;
  try {
    await work(url.href);
  } finally {
    await role.remove();
  }
}

export async function withOwner(
  { context: { database } }: Shop,
  { table: tableName, role }: { table: TableName; role: string },
  work: () => Promise<void>,
): Promise<void> {
  await database.query(`create role ${role} createrole`);
  await database.query(`alter table ${getTableName(tables[tableName])} owner to ${role}`);
  try {
    await work();
  } finally {
    await database.query(`reassign owned by ${role} to current_user`);
    await database.query(`drop role ${role}`);
  }
}

export async function findCurrentRole({ context }: Shop): Promise<string> {
  return (await context.database.query('select current_user as role')).rows[0].role;
}
