import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';
import { cardHoldStates } from '#server/platform/database/schema/states/card-hold.ts';
import type { StateMachine } from '#server/platform/database/schema/states/state-machine.ts';

const BEGIN = '-- Made by npm run documents from server/platform/database/schema/states: the moves that are allowed.\n';
const END = '-- End of what is made.\n';
const SECTION = new RegExp(`(?<=^${BEGIN})[\\s\\S]*?(?=^${END})`, 'm');

/** Returns db/functions.sql with the moves of the states that triggers change or guard. */
export function withMadeMoves(sql: string): string {
  if (!SECTION.test(sql)) throw new Error('db/functions.sql has lost the place of the moves that are made.');
  return sql.replace(SECTION, () => [cardHoldStates, cardAccountStates].map(movesFunction).join('\n'));
}

function movesFunction({ name, states, moves }: StateMachine): string {
  const cases = states.flatMap((state) => {
    const next = (moves[state] ?? []).map((one) => `'${one}'`).join(', ');
    return next === '' ? [] : [`    WHEN '${state}' THEN to_state IN (${next})`];
  });
  return [
    `CREATE OR REPLACE FUNCTION may_move_${name.replaceAll(' ', '_')}("from_state" text, "to_state" text) RETURNS boolean`,
    'LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$',
    '  SELECT CASE from_state',
    ...cases,
    '    ELSE false END',
    '$$;',
    '',
  ].join('\n');
}
