export type StateMachine<State extends string = string> = {
  name: string;
  states: readonly [State, ...State[]];
  initial: readonly State[];
  moves: Readonly<Record<State, readonly State[]>>;
};

export function defineStateMachine<const Moves extends Record<string, readonly (keyof Moves & string)[]>>(table: {
  name: string;
  initial: readonly (keyof Moves & string)[];
  moves: Moves;
}): StateMachine<keyof Moves & string> {
  const states = Object.keys(table.moves) as (keyof Moves & string)[];
  const [first, ...rest] = states;
  if (first === undefined) throw new Error(`The state machine ${table.name} has no states.`);
  return { ...table, states: [first, ...rest] };
}

export function mayMove<State extends string>(machine: StateMachine<State>, from: State, to: State): boolean {
  return machine.moves[from].includes(to);
}

export function listSourceStates<State extends string>(machine: StateMachine<State>, to: State): State[] {
  return machine.states.filter((state) => mayMove(machine, state, to));
}

export function requireInitialState<State extends string>(machine: StateMachine<State>, state: State): State {
  if (!machine.initial.includes(state)) throw new Error(`"${state}" is not an initial state of ${machine.name}.`);
  return state;
}
