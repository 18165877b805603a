import { isRoutes, isStore, parseServerArea } from './import-rules.ts';
import { isTestCode, type SourceFile, stripComments } from './source-files.ts';

const isFragment = (path: string) => /[/-]sql\.ts$/.test(path);

const isQueries = (path: string) => /^server\/(domain|platform)\/[a-z-]+\/queries\.ts$/.test(path);

const speaksSql = (path: string) =>
  ['database', 'jobs'].includes(parseServerArea(path) ?? '') || isStore(path) || isQueries(path) || isFragment(path);

const STATEMENT =
  /['"`]\s*(?:select\s|insert\s+into\s|update\s+\S+\s+(?:\w+\s+)?set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s*\(|truncate\s|create\s+temp)/i;
const CALL = /\.(?:insert|update|delete|select|selectDistinct|execute)\(\s*[\w.]*\)?|\bqueryRows\(/;
const HANDLE = /\b(?:tx|orm|handle)\s*\.(?:insert|update|delete|select|selectDistinct|execute|query)\s*\(/;

/**
 * Returns server files that contain SQL although they are not stores, shared fragments, or part of the database or the
 * queue.
 */
export function strayedSql(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !isTestCode(path))
    .filter(({ path }) => !speaksSql(path))
    .flatMap(({ path, text, imports }) => {
      const code = stripComments(text);
      const drizzle = imports.some(({ specifier, typeOnly }) => /^drizzle-orm(\/|$)/.test(specifier) && !typeOnly);
      const tables = imports.some(({ target, typeOnly }) => target === SCHEMA && !typeOnly);
      const reasons = [
        ...(drizzle ? ['imports drizzle-orm'] : []),
        ...(tables && CALL.test(code) ? ['queries a table'] : []),
        ...(HANDLE.test(code) ? ['queries the database'] : []),
        ...(STATEMENT.test(code) ? ['contains an SQL statement'] : []),
      ];
      return reasons.length === 0 ? [] : [`${path}: ${reasons.join(', ')}`];
    });
}

const SCHEMA = 'server/platform/database/schema/schema.ts';

/** Matches hand-written row types and rows that are used without parsing. Counting rows needs no schema. */
const UNCHECKED =
  /\bsql<[^`;]*>`|\b(?:queryRows|execute|query)<|\.rows\b(?!\.length)|\{[^{}]*\brows\b[^{}]*\}\s*=|\bsession\.client\b/g;

/** Returns raw statements that bypass queryRows() in server/platform/database/rows.ts. */
export function uncheckedRows(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !isTestCode(path) && !DRIVERS.includes(path))
    .filter(({ path }) => speaksSql(path))
    .flatMap(({ path, text }) => [...stripComments(text).matchAll(UNCHECKED)].map(([found]) => `${path}: ${found}`));
}

const DRIVERS = ['rows', 'handle', 'embedded/embedded', 'postgres/postgres'].map(
  (name) => `server/platform/database/${name}.ts`,
);

export function isRule(path: string): boolean {
  if (isTestCode(path) || !/\.ts$/.test(path)) return false;
  if (path.startsWith('contract/rules/') || path.startsWith('server/platform/database/schema/states/')) return true;
  if (path.startsWith('server/integrations/')) return false;
  return path.startsWith('server/') && (/-(?:policy|rules|words|states|rates)\.ts$/.test(path) || RULES.includes(path));
}

const RULES = [
  'server/domain/cart/lines/line-price.ts',
  'server/domain/cart/lines/open-amount.ts',
  'server/domain/cart/lines/choose-variant.ts',
  'server/domain/cart/totals/totals.ts',
  'server/domain/catalogue/search/closest-word.ts',
  'server/domain/orders/refunds/card-voids.ts',
  'server/domain/gift-cards/card-state.ts',
  'server/domain/gift-cards/delivery/allowed-actions.ts',
];

const IO =
  /\bawait\b|\basync\b|\bfetch\(|\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\bprocess\.|\bconsole\.|\blocalStorage\b|\bperformance\./;

export function impureRules(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => isRule(path))
    .flatMap(({ path, text, imports }) => {
      const io = IO.exec(stripComments(text))?.[0];
      const reached = imports
        .filter(({ typeOnly }) => !typeOnly)
        .filter(({ target, specifier }) =>
          target === undefined ? /^node:(?!crypto)/.test(specifier) : !isPure(target),
        );
      return [
        ...(io === undefined ? [] : [`${path}: ${io}`]),
        ...reached.map(({ target, specifier }) => `${path} -> ${target ?? specifier}`),
      ];
    });
}

function isPure(target: string): boolean {
  if (target.startsWith('contract/') || target.startsWith('server/platform/kernel/')) return true;
  if (isRule(target)) return true;
  return target.startsWith('server/') && !isStore(target) && !isRoutes(target) && PURE_NEIGHBOURS.test(target);
}

const PURE_NEIGHBOURS = /\/(choices|product-view|address-parts)\.ts$/;
