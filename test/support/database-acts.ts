import { getTableColumns, getTableName } from 'drizzle-orm';
import type { TestShop } from './shop.ts';
import { type StoredRow, type TableName, tables } from './stored.ts';

type Shop = { context: { database: Pick<TestShop['context']['database'], 'query' | 'exclusive'> } };
type Refused<Name extends TableName> = { table: Name; where?: Partial<Record<keyof StoredRow<Name>, string | number>> };

/** Makes the database refuse matching writes until the returned function is called. */
export async function refuseWrites<Name extends TableName>(
  { context: { database } }: Shop,
  { table: tableName, where = {} }: Refused<Name>,
): Promise<() => Promise<void>> {
  const table = getTableName(tables[tableName]);
  const columns: Record<string, { name: string }> = getTableColumns(tables[tableName]);
  const conditions = Object.entries(where).map(([key, value]) => `${columns[key]?.name} = '${value}'`);
  const refused = ['true', ...conditions].join(' and ');
  await database.query(`alter table ${table} add constraint refused check (not (${refused})) not valid`);
  return async () => {
    await database.query(`alter table ${table} drop constraint refused`);
  };
}

export async function countInserts(
  { context: { database } }: Shop,
  tableName: TableName,
): Promise<() => Promise<number>> {
  await database.query('create table counted_inserts (at timestamptz default now())');
  await database.query(`create function count_insert() returns trigger language plpgsql
    as $$ begin insert into counted_inserts default values; return new; end $$`);
  await database.query(`create trigger count_insert before insert on ${getTableName(tables[tableName])}
    for each row execute function count_insert()`);
  return async () => (await database.query('select from counted_inserts')).rows.length;
}

export async function cutNotices({ context: { database } }: Shop): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'handsel notices' and datname = current_database()`);
}

export async function emptyTables(
  database: Pick<TestShop['context']['database'], 'query'>,
  names: readonly TableName[],
): Promise<void> {
  const listed = names.map((name) => getTableName(tables[name])).join(', ');
  await database.query(`truncate ${listed} restart identity cascade`);
}

export async function cutConnections(database: Pick<TestShop['context']['database'], 'query'>): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and client_port is not null and random() < 0.5`);
}

export async function listAppliedMigrations(
  database: Pick<TestShop['context']['database'], 'query'>,
): Promise<string[]> {
  const { rows } = await database.query(`select name from schema_migrations where name ~ '^[0-9]' order by name`);
  return rows.map(({ name }) => name);
}
