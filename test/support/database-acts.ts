import { getTableColumns, getTableName } from 'drizzle-orm';
import type { TestShop } from './shop.ts';
import { type StoredRow, type TableName, tables } from './stored.ts';

type Shop = { context: { database: Pick<TestShop['context']['database'], 'query' | 'exclusive'> } };
type Refused<Name extends TableName> = { of: Name; where?: Partial<Record<keyof StoredRow<Name>, string | number>> };

/**
 * Makes the database refuse each new or changed row of a table with these values, by default every row; returns a
 * function that ends it.
 */
export async function refuseWrites<Name extends TableName>(
  { context: { database } }: Shop,
  { of: tableName, where = {} }: Refused<Name>,
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

/** Counts from now on the rows that are inserted into a table, also those that a conflict then leaves out. */
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

/** Ends the connections by which servers hear of changes; they then have to open others. */
export async function cutNotices({ context: { database } }: Shop): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'handsel notices' and datname = current_database()`);
}

/** Removes all rows of these tables, and of those that refer to them; their ids start at 1 again. */
export async function emptyTables(
  database: Pick<TestShop['context']['database'], 'query'>,
  names: readonly TableName[],
): Promise<void> {
  const listed = names.map((name) => getTableName(tables[name])).join(', ');
  await database.query(`truncate ${listed} restart identity cascade`);
}

/** Ends about half of the connections that others have to the database. */
export async function cutConnections(database: Pick<TestShop['context']['database'], 'query'>): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and client_port is not null and random() < 0.5`);
}

/** Returns the names of the migrations that were applied, in order. */
export async function appliedMigrations(database: Pick<TestShop['context']['database'], 'query'>): Promise<string[]> {
  const { rows } = await database.query(`select name from schema_migrations where name ~ '^[0-9]' order by name`);
  return rows.map(({ name }) => name);
}
