import { type Column, eq, fillPlaceholders, getTableColumns, is, Param, type Query, SQL, sql } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  type PgInsertBase,
  type PgQueryResultHKT,
  type PgSession,
  type PgTable,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Handle } from './handle.ts';
import { queryRows } from './rows.ts';

export type Place<Values> = (name: keyof Values & string, column?: Column) => SQL;
type Statement<Values, Answer> = (on: Handle, values: Values) => Promise<Answer>;
type Builder<Answer> = { prepare: (name: string) => { execute: () => Promise<Answer> } };

type Built = { query: Query; fields: Fields; joinsNotNullableMap?: unknown };
type Fields = Parameters<PgSession['prepareQuery']>[1];
type Runnable = { joinsNotNullableMap?: unknown; execute: (values: object) => Promise<unknown> };
type Session = { prepareQuery: (query: Query, fields: Fields, name: undefined, inArrays: true) => Runnable };

const dialect = new PgDialect();
/** Sends nothing to the database, because prepareQuery() only returns the built query. */
const session = {
  prepareQuery: (query: Query, fields: Fields) => ({ query, fields, setToken: returnThis }),
};
const building = new PgDatabase(dialect, session as never, undefined) as unknown as Handle;

function returnThis(this: Built): Built {
  return this;
}

/**
 * Builds a statement once and runs it often, because building took a fifth of the server's time in purchases. `build`
 * receives placeholders.
 */
export function defineStatement<Values extends object, Answer>(
  build: (on: Handle, place: Place<Values>) => Builder<Answer>,
): Statement<Values, Answer> {
  let built: Built | undefined;
  return async (on, values) => {
    built ??= build(building, buildPlaceholder).prepare('') as unknown as Built;
    const { session: sending } = on as unknown as { session: Session };
    const runnable = sending.prepareQuery(built.query, built.fields, undefined, true);
    runnable.joinsNotNullableMap = built.joinsNotNullableMap;
    return runnable.execute(values) as Promise<Answer>;
  };
}

export function defineLookup<Table extends PgTable>(
  table: Table,
  column: Column,
  lock?: 'update' | 'no key update',
): (on: Handle, value: number | string) => Promise<Table['$inferSelect'][]> {
  const read = defineStatement((on, place: Place<{ value: number | string }>) => {
    const selected = on
      .select()
      .from(table as PgTable)
      .where(eq(column, place('value')));
    return lock ? selected.for(lock) : selected;
  });
  return (on, value) => read(on, { value });
}

/** Like defineStatement(), for queries whose results are read with queryRows(). */
export function defineRowsStatement<Row extends z.ZodObject, Values extends Record<string, unknown>>(
  row: Row,
  build: (place: Place<Values>) => SQL,
): Statement<Values, z.output<Row>[]> {
  let built: Query | undefined;
  return async (on, values) => {
    built ??= dialect.sqlToQuery(build(buildPlaceholder));
    return queryRows(on, row, { sql: built.sql, params: fillPlaceholders(built.params, values) });
  };
}

/** Like defineStatement(), but builds one statement per set of value names. */
export function defineDynamicStatement<Answer>(
  build: (on: Handle, names: readonly string[], place: Place<Record<string, unknown>>) => Builder<Answer>,
): Statement<object, Answer> {
  const built = new Map<string, Statement<Record<string, unknown>, Answer>>();
  return (on, values) => {
    const entries = Object.entries(values).filter(([, value]) => value !== undefined);
    const names = entries.map(([name]) => name).sort();
    const run = built.get(names.join()) ?? defineStatement((builder, place) => build(builder, names, place));
    built.set(names.join(), run);
    return run(on, { ...values });
  };
}

/**
 * `end` adds the returning and conflict clauses. An insert of one row of plain values is built once per set of columns.
 */
export function insertStatement<Table extends PgTable, Answer>(
  table: Table,
  end: (inserting: PgInsertBase<Table, PgQueryResultHKT>) => Builder<Answer>,
): (on: Handle, rows: readonly Table['$inferInsert'][]) => Promise<Answer> {
  const columns: Record<string, Column> = getTableColumns(table as PgTable);
  const insert = (on: Handle, values: object[]) =>
    end(
      on
        .insert(table as PgTable)
        .overridingSystemValue()
        .values(values) as never,
    );
  const insertOne = defineDynamicStatement((on, names, place) =>
    insert(on, [Object.fromEntries(names.map((name) => [name, place(name, columns[name])]))]),
  );
  return async (on, values) => {
    const [row] = values;
    const isPlain = values.length === 1 && row && !Object.values(row).some((value) => is(value, SQL));
    return isPlain
      ? insertOne(on, row)
      : insert(on, [...values])
          .prepare('')
          .execute();
  };
}

function buildPlaceholder(name: string, column?: Column): SQL {
  const mapToDriverValue = (value: unknown) => (value === null || !column ? value : column.mapToDriverValue(value));
  return sql`${new Param(sql.placeholder(name), { mapToDriverValue })}`;
}
