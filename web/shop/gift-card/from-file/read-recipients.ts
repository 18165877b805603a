import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { tidyMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import { decodeText } from './decode-text.ts';

export type FileLine = { line: number; person: Person };

export type FileError =
  | { error: 'no-text' | 'empty' | 'no-columns' }
  | { error: 'quotes'; line: number }
  | { error: 'too-many'; count: number };

/**
 * Reads a CSV file with any usual separator and encoding. Columns may be in any order, with English or German names, or
 * unnamed if one contains mobile numbers.
 */
export function readRecipients(bytes: Uint8Array): { lines: FileLine[] } | FileError {
  const text = decodeText(bytes);
  if (text === null) return { error: 'no-text' };
  const table = readTable(text);
  if (!Array.isArray(table)) return table;
  const [head, ...rest] = table;
  if (!head) return { error: 'empty' };
  const named = findColumnsByName(head.cells);
  const columns = named ?? findColumnsByContent(head.cells);
  if (!columns) return { error: 'no-columns' };
  const rows = named ? rest : table;
  if (rows.length === 0) return { error: 'empty' };
  if (rows.length > MAX_RECIPIENTS) return { error: 'too-many', count: rows.length };
  return { lines: rows.map(({ line, cells }) => ({ line, person: readPerson(cells, columns) })) };
}

type Row = { line: number; cells: string[] };

function readTable(text: string): Row[] | FileError {
  const separatorMatch = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const body = separatorMatch ? text.slice(separatorMatch[0].length) : text;
  const offset = separatorMatch ? 2 : 1;
  try {
    const rows: string[][] = parse(body, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      delimiter: separatorMatch?.[1] ?? detectSeparator(body),
    });
    const numbered = rows.map((cells, index) => ({ line: index + offset, cells: cells.map((cell) => cell.trim()) }));
    return numbered.filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { error: 'quotes', line: Number(error.lines ?? 0) + offset - 1 };
  }
}

function detectSeparator(text: string): string {
  const first = /[^\r\n\uFEFF].*/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? '';
  const counts = [';', '\t', ','].map((sign) => [sign, first.split(sign).length] as const);
  return counts.reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}

type Field = 'first' | 'last' | 'name' | 'mobile';
type Columns = { [Key in Field]?: number | undefined };

const NAMES: Record<Exclude<Field, 'mobile'>, RegExp> = {
  first: /^(recipient)?(first|firstname|givenname|forename|vorname|rufname)$/,
  last: /^(recipient)?(last|lastname|surname|familyname|nachname|familienname|zuname)$/,
  name: /^(name|fullname|recipient|recipientname|person|contact|employee|empf(ae|a)nger(name)?|vollername|kontakt|mitarbeiter)$/,
};
/** Column names from best to worst match, because a list may also contain landlines or row numbers. */
const MOBILES = [
  /^(recipient)?(mobile|mobil|cell|handy)(phone|telefon)?(number|nummer|no|nr)?$/,
  /^(recipient)?(phone|telephone|tel|contact|contactphone|telefon|ruf)(number|nummer|no|nr)?$/,
  /^(number|nummer)$/,
];

/** Drops accents and punctuation: 'Vor-Name' matches 'Vorname'. */
const normalizeColumnName = (cell: string): string =>
  cell
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Finds the columns by name. Returns null without a column of mobile numbers or of names. */
function findColumnsByName(cells: readonly string[]): Columns | null {
  const names = cells.map(normalizeColumnName);
  const place = (pattern: RegExp): number | undefined => {
    const index = names.findIndex((name) => pattern.test(name));
    return index < 0 ? undefined : index;
  };
  const columns: Columns = {
    first: place(NAMES.first),
    last: place(NAMES.last),
    name: place(NAMES.name),
    mobile: MOBILES.map(place).find((index) => index !== undefined),
  };
  // 'Vorname; Name' is a usual German header: 'Name' is the last name.
  return completeOrNull(columns.first === undefined ? columns : { ...columns, last: columns.last ?? columns.name });
}

function findColumnsByContent(cells: readonly string[]): Columns | null {
  const mobile = cells.findIndex((cell) => toE164(normalizeMobileCell(cell)) !== null);
  const [first, last] = cells.flatMap((cell, index) => (index === mobile || cell === '' ? [] : [index]));
  if (mobile < 0 || first === undefined) return null;
  return last === undefined ? { mobile, name: first } : { mobile, first, last };
}

const completeOrNull = (columns: Columns): Columns | null =>
  columns.mobile !== undefined && (columns.name !== undefined || columns.first !== undefined) ? columns : null;

function readPerson(cells: readonly string[], { first, last, name, mobile }: Columns): Person {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''));
  const [firstname, lastname] =
    first === undefined && last === undefined ? splitName(cell(name)) : [cell(first), cell(last)];
  return {
    recipient_firstname: firstname,
    recipient_lastname: lastname,
    recipient_mobile: normalizeMobileCell(cell(mobile)),
  };
}

/** Splits 'Ana Maria Ng' or 'Ng, Ana Maria'. */
function splitName(name: string): [string, string] {
  const [before = '', behind] = name.split(/\s*,\s*/, 2);
  if (behind) return [behind, before];
  const [first = '', ...rest] = name.split(/\s+/);
  return [first, rest.join(' ')];
}

/**
 * Restores the leading zero that Excel drops from mobile numbers, and removes the apostrophe or ="..." that keeps it.
 */
export function normalizeMobileCell(cell: string): string {
  const written = /^="?(.*?)"?$/.exec(cell)?.[1] ?? cell;
  const tidy = tidyMobile(written.replace(/^'/, '')).replace(/^00(?:11)?(?=[1-9])/, '+');
  return /^4\d{8}$/.test(tidy) ? `0${tidy}` : tidy;
}
