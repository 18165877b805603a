import { type Column, is, Param, type Query, SQL, sql } from 'drizzle-orm';
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { SqlRunner } from './database.ts';
import { clientOf, type Handle } from './handle.ts';

const dialect = new PgDialect();

/**
 * Runs one statement and returns its rows, each held against a schema, with timestamptz as Date and int8 as number on
 * both drivers (drizzle's own execute() leaves them as text). Columns that the schema does not name are left out.
 */
export async function rows<Row extends z.ZodObject>(
  on: Handle | SqlRunner,
  row: Row,
  statement: SQL | Query,
): Promise<z.output<Row>[]> {
  const { sql: text, params } = is(statement, SQL) ? dialect.sqlToQuery(statement) : statement;
  const runner = is(on, PgDatabase) ? clientOf(on as Handle) : (on as SqlRunner);
  const answer: { rows: unknown[] } = await runner.query(text, params);
  return answer.rows.map((read) => {
    const checked = row.safeParse(read);
    if (checked.success) return checked.data;
    throw new Error(`Rows are not what their schema says:\n${z.prettifyError(checked.error)}\n${text}`);
  });
}

/**
 * Whether a column has one of these values. They go as one array, so a statement reads the same however many there are,
 * and is prepared.
 */
export function isIn<Value extends number | string>(column: Column, values: Iterable<Value>): SQL {
  return sql`${column} = any(${new Param([...values])})`;
}

const nextRow = z.object({ id: z.int() });

/** The id that a row of a table may be inserted with, for whoever needs to know it before. */
export async function nextId(on: Handle, table: 'orders' | 'cart_lines' | 'sign_in_codes'): Promise<number> {
  const [next] = await rows(on, nextRow, sql`select nextval(${`${table}_id_seq`}) as id`);
  if (!next) throw new Error('A sequence has no next value.');
  return next.id;
}
