import {
  and,
  type Column,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  is,
  SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Handle, Transaction } from './handle.ts';
import { isIn } from './rows.ts';
import { listSourceStates, type StateMachine } from './schema/states/state-machine.ts';
import { defineDynamicStatement } from './statement.ts';

export type Move<Table extends PgTable, State extends string> = {
  where: SQL | undefined | number | string;
  to: State;
  from?: readonly State[];
  set?: Partial<InferInsertModel<Table>>;
};

/**
 * Returns the only function that may set a state column. It skips rows that may not become `to` and returns the rows it
 * changed.
 */
export function defineTransition<Table extends PgTable, State extends string>(
  table: Table,
  column: PgColumn & { _: { data: State } },
  machine: StateMachine<State>,
) {
  const columns: Record<string, Column> = getTableColumns(table);
  const key = Object.keys(columns).find((name) => columns[name] === column);
  if (key === undefined) throw new Error(`The table has no column ${column.name}.`);
  const update = (on: Handle, fields: object, where: SQL | undefined) =>
    on.update<PgTable>(table).set(fields).where(where).returning();
  type Moved = Promise<InferSelectModel<Table>[]>;
  const updateOne = defineDynamicStatement((on, names, place) => {
    const fields = names.filter((name) => name in columns).map((name) => [name, place(name, columns[name])]);
    const where = sql`${columns.id} = ${place(ID)} and ${column} = any(${place(SOURCES)})`;
    return update(on, Object.fromEntries(fields), where);
  });
  return async (handle: Handle, { where, to, from, set }: Move<Table, State>): Moved => {
    const sources = listSourceStates(machine, to).filter((state) => from === undefined || from.includes(state));
    if (sources.length === 0)
      throw new Error(`The states of ${machine.name} allow no move from ${from?.join(', ')} to ${to}.`);
    const fields = { ...set, [key]: to };
    const isById = typeof where === 'number' || typeof where === 'string';
    if (isById && !columns.id) throw new Error(`The table of ${machine.name} has no id column.`);
    if (isById && !Object.values(fields).some((value) => is(value, SQL)))
      return updateOne(handle, { ...fields, [ID]: where, [SOURCES]: sources }) as Moved;
    const rows = isById ? sql`${columns.id} = ${where}` : where;
    return update(handle, fields, and(rows, isIn(column, sources))).execute() as Moved;
  };
}

const [ID, SOURCES] = ['the id', 'the sources'];

type OneMove<Table extends PgTable, State extends string> = Omit<Move<Table, State>, 'where'> & { id: number };

/** Moves one locked row by its id. Throws if the row may not become `to`. */
export function defineRowTransition<Table extends PgTable & { id: PgColumn }, State extends string>(
  table: Table,
  column: PgColumn & { _: { data: State } },
  machine: StateMachine<State>,
) {
  const transition = defineTransition(table, column, machine);
  return async (tx: Transaction, { id, ...move }: OneMove<Table, State>): Promise<InferSelectModel<Table>> => {
    const [moved] = await transition(tx, { ...move, where: id });
    if (!moved) throw new Error(`The ${machine.name} ${id} cannot move to ${move.to} from its present state.`);
    return moved;
  };
}
