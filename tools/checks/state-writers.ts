import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/platform/database/schema/schema.ts';
import { isTestCode, type SourceFile, stripComments } from './source-files.ts';

const TRANSITION = 'server/platform/database/transition.ts';

const KEYS = ['state', 'status', 'deliveryState'];
const KEY = `(?:${KEYS.join('|')})`;
const COLUMN = '(?:state|status|delivery_state)';

const statefulTables: readonly string[] = Object.entries(schema).flatMap(([name, value]) =>
  is(value, PgTable) && Object.keys(getTableColumns(value)).some((key) => KEYS.includes(key)) ? [name] : [],
);

/**
 * Returns code that may set a state without transition(), as 'path: code': `.set({ state })`, the `set` of an upsert,
 * SQL text, and `.set(fields)` unless a type in the file excludes the state (`Omit<..., 'state'>`).
 */
export function stateWriters(files: SourceFile[], stateful = statefulTables): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && path !== TRANSITION && !isTestCode(path))
    .flatMap(({ path, text }) => {
      const code = stripComments(text);
      return [...findSetCalls(code), ...findHiddenSets(code, stateful), ...findSetStatements(code)].map(
        (found) => `${path}: ${found.replaceAll(/\s+/g, ' ').slice(0, 60)}`,
      );
    });
}

function findSetCalls(code: string): string[] {
  const objects = [...code.matchAll(/(?:\.set\(|\bset:)\s*(?=\{)/g)].map(({ index, 0: head }) =>
    sliceBalanced(code, index + head.length),
  );
  return objects.filter((object) => new RegExp(`[{,]\\s*${KEY}\\s*[,:}]`).test(maskNested(object)));
}

function findHiddenSets(code: string, stateful: readonly string[]): string[] {
  if (new RegExp(`Omit<[^;{]*'${KEY}'`).test(code)) return [];
  return [...code.matchAll(/\.update\(\s*(\w+)\s*\)\s*\.set\(\s*([\w.]+|\{[^{}]*\.\.\.[^{}]*\})\s*\)/g)]
    .filter(([, table = '']) => stateful.includes(table))
    .map(([call]) => call);
}

function findSetStatements(code: string): string[] {
  return [...code.matchAll(/\bset\s+((?:(?!\bwhere\b|\bfrom\b|`|;)[\s\S])*)/gi)]
    .filter(([, fields = '']) => new RegExp(`(?:^|,)\\s*"?(?:\\w+\\.)?${COLUMN}"?\\s*=(?!=)`).test(fields))
    .map(([statement]) => statement);
}

function sliceBalanced(code: string, start: number): string {
  let depth = 0;
  for (let index = start; index < code.length; index += 1) {
    if (code[index] === '{') depth += 1;
    if (code[index] === '}') depth -= 1;
    if (depth === 0) return code.slice(start, index + 1);
  }
  return code.slice(start);
}

function maskNested(object: string): string {
  const inner = /\([^()]*\)|\[[^[\]]*\]|(?<!^)\{[^{}]*\}/g;
  let text = object;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replaceAll(inner, '_');
  }
  return text;
}
