import { and, asc, eq, getTableColumns, inArray, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/platform/database/database.ts';
import { getPrimaryKey } from '#server/platform/database/purge.ts';
import * as schema from '#server/platform/database/schema/schema.ts';

type Schema = typeof schema;
export const tables: Record<TableName, PgTable> = { ...schema };

type Tables = { [Name in keyof Schema as Schema[Name] extends PgTable ? Name : never]: Schema[Name] };

export type TableName = keyof Tables;
export type StoredRow<Name extends TableName> = Tables[Name]['$inferSelect'];
type NewRow<Name extends TableName> = Tables[Name]['$inferInsert'];

/** Each column must equal its value here, or one value of an array. Undefined values are rejected. */
type Where<Name extends TableName> = {
  [Column in keyof StoredRow<Name>]?:
    | StoredRow<Name>[Column]
    | readonly NonNullable<StoredRow<Name>[Column]>[]
    | undefined;
};
type Changes<Name extends TableName> = Partial<NewRow<Name>>;

export type Stored = ReturnType<typeof storedRows>;

/**
 * Reads and changes stored rows, for facts that no API call returns and states that no API call reaches. Tests use the
 * schema's names, so the compiler finds the tests that a schema change affects.
 */
export function storedRows(database: Pick<Database, 'orm'>) {
  const { orm } = database;

  async function all<Name extends TableName>(name: Name, where: Where<Name> = {}): Promise<StoredRow<Name>[]> {
    const table: PgTable = tables[name];
    const found = orm
      .select()
      .from(table)
      .where(buildCondition(table, where))
      .orderBy(...getPrimaryKey(table).map(asc));
    return (await found) as StoredRow<Name>[];
  }

  /** Returns the only matching row; throws if there is none or several. */
  async function one<Name extends TableName>(name: Name, where: Where<Name> = {}): Promise<StoredRow<Name>> {
    const found = await all(name, where);
    if (found.length !== 1 || !found[0]) throw new Error(`Expected one row of ${name}, found ${found.length}.`);
    return found[0];
  }

  /** Returns the matching row that was added last. Throws if there is none. */
  async function last<Name extends TableName>(name: Name, where: Where<Name> = {}): Promise<StoredRow<Name>> {
    const found = (await all(name, where)).at(-1);
    if (!found) throw new Error(`Expected a row of ${name}.`);
    return found;
  }

  async function count<Name extends TableName>(name: Name, where: Where<Name> = {}): Promise<number> {
    const table: PgTable = tables[name];
    return orm.$count(table, buildCondition(table, where));
  }

  async function add<Name extends TableName>(name: Name, values: NewRow<Name>): Promise<StoredRow<Name>> {
    const [added] = await orm
      .insert(tables[name])
      .values(values as never)
      .returning();
    return added as StoredRow<Name>;
  }

  async function addAll<Name extends TableName>(name: Name, values: readonly NewRow<Name>[]): Promise<void> {
    await orm.insert(tables[name]).values(values as never);
  }

  /** Updates the matching rows with fixed values or with a function of each row. Returns how many matched. */
  async function change<Name extends TableName>(
    name: Name,
    to: Changes<Name> | ((row: StoredRow<Name>) => Changes<Name>),
    where: Where<Name> = {},
  ): Promise<number> {
    const table: PgTable = tables[name];
    if (typeof to !== 'function') {
      const changed = await orm
        .update(table)
        .set(to as never)
        .where(buildCondition(table, where))
        .returning();
      return changed.length;
    }
    const found = await all(name, where);
    for (const row of found) {
      await orm
        .update(table)
        .set(to(row) as never)
        .where(rowCondition(table, row));
    }
    return found.length;
  }

  async function remove<Name extends TableName>(name: Name, where: Where<Name> = {}): Promise<number> {
    const table: PgTable = tables[name];
    return (await orm.delete(table).where(buildCondition(table, where)).returning()).length;
  }

  return { all, one, last, count, add, addAll, change, remove };
}

function buildCondition(table: PgTable, where: object): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return and(
    ...Object.entries(where).map(([name, value]) => {
      const column = columns[name];
      if (!column) throw new Error(`There is no column ${name}.`);
      if (value === undefined) throw new Error(`No value for the column ${name}.`);
      if (value === null) return isNull(column);
      // For an array column, an array is the value itself, not a list of alternatives.
      return Array.isArray(value) && !column.getSQLType().endsWith('[]') ? inArray(column, value) : eq(column, value);
    }),
  );
}

function rowCondition(table: PgTable, row: object): SQL | undefined {
  const key = getPrimaryKey(table);
  const named = Object.entries(getTableColumns(table)).filter(([, column]) =>
    key.some(({ name }) => name === column.name),
  );
  return buildCondition(
    table,
    Object.fromEntries(named.map(([name]) => [name, (row as Record<string, unknown>)[name]])),
  );
}
