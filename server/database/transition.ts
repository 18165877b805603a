import { and, eq, type InferInsertModel, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type StateMachine, sourcesOf } from '../kernel/states/state-machine.ts';
import type { Handle, Transaction } from './handle.ts';
import { isIn } from './rows.ts';

export type Move<Table extends PgTable, State extends string> = {
  /** Which rows: usually one, by its id. */
  where: SQL | undefined;
  to: State;
  /** Only from these states; every state the table of moves allows when left out. */
  from?: readonly State[];
  /** What else changes with the state. */
  set?: Partial<InferInsertModel<Table>>;
};

/**
 * The guarded move of one state column: the only statement that sets it. Rows in a state from which `to` may not be
 * reached stay as they are. The function it makes sends when it is called, and answers the rows that moved; none means
 * that somebody else was first or the move is not allowed now.
 */
export function transitionOf<Table extends PgTable, State extends string>(
  table: Table,
  column: PgColumn & { _: { data: State } },
  machine: StateMachine<State>,
) {
  const key = Object.entries(table).find(([, other]) => other === column)?.[0];
  if (key === undefined) throw new Error(`${column.name} is no column of the table it moves.`);
  return async (handle: Handle, { where, to, from, set }: Move<Table, State>): Promise<InferSelectModel<Table>[]> => {
    const sources = sourcesOf(machine, to).filter((state) => from === undefined || from.includes(state));
    if (sources.length === 0) throw new Error(`No ${machine.name} moves from ${from?.join(', ')} to ${to}.`);
    const fields = { ...set, [key]: to } as PgUpdateSetSource<Table>;
    const moved = await handle
      .update(table)
      .set(fields)
      .where(and(where, isIn(column, sources)))
      .returning()
      .execute();
    return moved as InferSelectModel<Table>[];
  };
}

type OneMove<Table extends PgTable, State extends string> = Omit<Move<Table, State>, 'where'> & { id: number };

/**
 * The same for one row by its id, which its caller has locked: a move the table does not allow is a mistake and throws.
 */
export function moveOneOf<Table extends PgTable & { id: PgColumn }, State extends string>(
  table: Table,
  column: PgColumn & { _: { data: State } },
  machine: StateMachine<State>,
) {
  const transition = transitionOf(table, column, machine);
  return async (tx: Transaction, { id, ...move }: OneMove<Table, State>): Promise<InferSelectModel<Table>> => {
    const [moved] = await transition(tx, { ...move, where: eq(table.id, id) });
    if (!moved) throw new Error(`The ${machine.name} ${id} may not become ${move.to} now.`);
    return moved;
  };
}
