import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/platform/database/schema/schema.ts';
import { codeOf, isTestCode, type SourceFile } from './source-files.ts';

/** The only file that may change a state. */
const TRANSITION = 'server/platform/database/transition.ts';

/** Columns that hold a state, by their names in the code and in the database. */
const KEYS = ['state', 'status', 'deliveryState'];
const KEY = `(?:${KEYS.join('|')})`;
const COLUMN = '(?:state|status|delivery_state)';

/** Tables of the schema that have a column for a state, by their names in the code. */
const statefulTables: readonly string[] = Object.entries(schema).flatMap(([name, value]) =>
  is(value, PgTable) && Object.keys(getTableColumns(value)).some((key) => KEYS.includes(key)) ? [name] : [],
);

/**
 * Statements outside of transition.ts that set a state, as "path: what". Seen are `.set({ state })`, the `set` of an
 * upsert, SQL text, and `.set(fields)` on a table with a state unless the file says of which keys the fields are free
 * (`Omit<..., 'state'>`).
 */
export function stateWriters(files: SourceFile[], stateful = statefulTables): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && path !== TRANSITION && !isTestCode(path))
    .flatMap(({ path, text }) => {
      const code = codeOf(text);
      return [...callsThatSet(code), ...hiddenSets(code, stateful), ...statementsThatSet(code)].map(
        (found) => `${path}: ${found.replaceAll(/\s+/g, ' ').slice(0, 60)}`,
      );
    });
}

function callsThatSet(code: string): string[] {
  const objects = [...code.matchAll(/(?:\.set\(|\bset:)\s*(?=\{)/g)].map(({ index, 0: head }) =>
    balanced(code, index + head.length),
  );
  return objects.filter((object) => new RegExp(`[{,]\\s*${KEY}\\s*[,:}]`).test(topLevel(object)));
}

/** `update(orders).set(fields)`: nobody sees what it sets. */
function hiddenSets(code: string, stateful: readonly string[]): string[] {
  if (new RegExp(`Omit<[^;{]*'${KEY}'`).test(code)) return [];
  return [...code.matchAll(/\.update\(\s*(\w+)\s*\)\s*\.set\(\s*([\w.]+|\{[^{}]*\.\.\.[^{}]*\})\s*\)/g)]
    .filter(([, table = '']) => stateful.includes(table))
    .map(([call]) => call);
}

function statementsThatSet(code: string): string[] {
  return [...code.matchAll(/\bset\s+((?:(?!\bwhere\b|\bfrom\b|`|;)[\s\S])*)/gi)]
    .filter(([, fields = '']) => new RegExp(`(?:^|,)\\s*"?(?:\\w+\\.)?${COLUMN}"?\\s*=(?!=)`).test(fields))
    .map(([statement]) => statement);
}

/** The text from an opening brace to the one that closes it. */
function balanced(code: string, start: number): string {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    if (depth === 0) return code.slice(start, at + 1);
  }
  return code.slice(start);
}

/** The same object without what stands in brackets inside of it. */
function topLevel(object: string): string {
  const inner = /\([^()]*\)|\[[^[\]]*\]|(?<!^)\{[^{}]*\}/g;
  let text = object;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(inner, '_');
  }
  return text;
}
