import { type ESTree, parseSync, Visitor } from 'vite';
import { isTestCode, type SourceFile } from './source-files.ts';

/**
 * Tests of stores, the database and backups may contain SQL, and so may the support code that other tests use instead
 * of SQL.
 */
const MAY_SPEAK_SQL = /-store\.test\.ts$|^server\/platform\/(?:database|backup)\/|^test\/support\//;
const HOLDS_EXAMPLES = /^tools\/checks\/|^server\/platform\/kernel\/redaction\.test\.ts$/;

const STATEMENT =
  /^\s*(?:select\s+\S|insert\s+into\s|update\s+\S+\s+(?:\w+\s+)?set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s*(?:materialized\s*)?\(|truncate\s+\w|do\s+\$|(?:create|alter|drop)\s+(?:temp|unlogged|unique|table|index|function|trigger|role|database|schema|view|extension))/i;
/** `exec` is not listed, because regular expressions also have it. */
const RUNS_SQL = new Set(['query', 'executeSql']);
const CONNECTIONS = new Set(['run', 'connection', 'client', 'database']);
const DRIZZLE = new Set(['insert', 'update', 'delete', 'select', 'selectDistinct', 'execute', '$count']);
const HANDLES = new Set(['orm', 'tx', 'handle']);

export function sqlInTests(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isTestCode(path) && !MAY_SPEAK_SQL.test(path) && !HOLDS_EXAMPLES.test(path))
    .flatMap(({ path, text }) => {
      const lines = findStatementStarts(path, text).map((start) => text.slice(0, start).split('\n').length);
      return [...new Set(lines)].sort((line, other) => line - other).map((line) => `${path}:${line}`);
    });
}

function findStatementStarts(path: string, text: string): number[] {
  const { program, module } = parseSync(path, text);
  const starts = module.staticImports
    .filter(({ moduleRequest }) => /^drizzle-orm(\/|$)/.test(moduleRequest.value))
    .filter(({ entries }) => entries.some(({ isType }) => !isType))
    .map(({ start }) => start);
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string' && STATEMENT.test(value)) starts.push(start);
    },
    TemplateLiteral({ quasis, start }) {
      if (STATEMENT.test(quasis[0]?.value.cooked ?? '')) starts.push(start);
    },
    TaggedTemplateExpression({ tag, start }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') starts.push(start);
    },
    CallExpression({ callee, start }) {
      if (callsDatabase(callee)) starts.push(start);
    },
  }).visit(program);
  return starts;
}

function callsDatabase(callee: ESTree.CallExpression['callee']): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  const { object, property } = callee;
  const { name } = property;
  if (name === 'exec') return CONNECTIONS.has(readNodeName(object));
  return RUNS_SQL.has(name) || (DRIZZLE.has(name) && HANDLES.has(readNodeName(object)));
}

function readNodeName(node: ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
}
