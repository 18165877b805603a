/**
 * A set of states with the moves allowed between them; the database's check, the types and the diagrams come from it.
 */
export type StateMachine<State extends string = string> = {
  /** As documents and errors call it: 'order', 'payment'. */
  name: string;
  /** Every state, in the order of the table. */
  states: readonly [State, ...State[]];
  /** In which states a row may be created. */
  initial: readonly State[];
  moves: Readonly<Record<State, readonly State[]>>;
};

/** Builds a machine from its table of moves: from each state to those it may become next. */
export function stateMachine<const Moves extends Record<string, readonly (keyof Moves & string)[]>>(table: {
  name: string;
  initial: readonly (keyof Moves & string)[];
  moves: Moves;
}): StateMachine<keyof Moves & string> {
  const states = Object.keys(table.moves) as (keyof Moves & string)[];
  const [first, ...others] = states;
  if (first === undefined) throw new Error(`The states of ${table.name} are empty.`);
  return { ...table, states: [first, ...others] };
}

export function mayMove<State extends string>(machine: StateMachine<State>, from: State, to: State): boolean {
  return machine.moves[from].includes(to);
}

/** The states from which a row may become `to`. */
export function sourcesOf<State extends string>(machine: StateMachine<State>, to: State): State[] {
  return machine.states.filter((state) => mayMove(machine, state, to));
}

/** The state a row is created in; one in which no row may begin is a mistake of the caller. */
export function initialState<State extends string>(machine: StateMachine<State>, state: State): State {
  if (!machine.initial.includes(state)) throw new Error(`No ${machine.name} begins as ${state}.`);
  return state;
}
