import { type Column, is, Param, type Query, SQL, sql } from 'drizzle-orm';
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { SqlRunner } from './database.ts';
import { getClient, type Handle } from './handle.ts';

const dialect = new PgDialect();

/**
 * Validates rows against a schema and drops all other columns. Unlike drizzle's execute(), returns timestamptz as Date
 * and int8 as number.
 */
export async function queryRows<Row extends z.ZodObject>(
  on: Handle | SqlRunner,
  row: Row,
  statement: SQL | Query,
): Promise<z.output<Row>[]> {
  const { sql: text, params } = is(statement, SQL) ? dialect.sqlToQuery(statement) : statement;
  const runner = is(on, PgDatabase) ? getClient(on as Handle) : (on as SqlRunner);
  const answer: { rows: unknown[] } = await runner.query(text, params);
  return answer.rows.map((read) => {
    const checked = row.safeParse(read);
    if (checked.success) return checked.data;
    throw new Error(`Rows do not match their schema:\n${z.prettifyError(checked.error)}\n${text}`);
  });
}

/** Passes values as one array, so that one prepared statement serves any number of values. */
export function isIn<Value extends number | string>(column: Column, values: Iterable<Value>): SQL {
  return sql`${column} = any(${new Param([...values])})`;
}

const nextRow = z.object({ id: z.int() });

export async function takeNextId(on: Handle, table: 'orders' | 'cart_lines' | 'sign_in_codes'): Promise<number> {
  const [next] = await queryRows(on, nextRow, sql`select nextval(${`${table}_id_seq`}) as id`);
  if (!next) throw new Error('The sequence returned no value.');
  return next.id;
}
