import { decodeHTMLStrict } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { SKU_LIMIT } from '#contract/rules/limits.ts';
import { stripInvisibleCharacters, toSingleLine } from '#contract/rules/seen-words.ts';
import { sanitiseHtml } from '#server/domain/catalogue/products/sanitise.ts';
import { readCents, readStock } from './amounts.ts';
import type { Cells } from './columns.ts';
import { toPlainWords } from './words.ts';

const LONGEST_NAME = 255;
const LONGEST_SHORT = 2_000;
export const MAX_LEVELS = 3;

/** Stock of new variants from shops that did not count stock. */
const UNCOUNTED_STOCK = 1_000;

/** Returns the sku, or '' after reporting an error. */
export function readSku(cells: Cells, column: string, text = cells.text(column)): string {
  if (text === '') cells.wrong(column, 'is empty; every product and variant needs its own value.');
  else if (text.length > SKU_LIMIT) cells.wrong(column, `has ${text.length} characters; the maximum is ${SKU_LIMIT}.`);
  else if (/\p{Cc}/u.test(text))
    cells.wrong(column, 'contains a line break or another invisible character; type it again.');
  else return text;
  return '';
}

export function readLine(cells: Cells, column: string, maxLength = LONGEST_NAME): string {
  const line = toSingleLine(cells.words(column));
  if (line.length <= maxLength) return line;
  cells.wrong(column, `has ${line.length} characters; the maximum is ${maxLength}.`);
  return '';
}

export function readName(cells: Cells, column: string, missing = 'every product needs a name.'): string {
  const name = readLine(cells, column);
  if (cells.words(column) === '') cells.wrong(column, `is empty; ${missing}`);
  return name;
}

export function readHtml(cells: Cells, column: string, text = cells.text(column)): string | null {
  const html = text.replaceAll('\0', '');
  return html === '' ? null : stripInvisibleCharacters(sanitiseHtml(html));
}

export function readPlain(cells: Cells, column: string): string | null {
  const html = cells.text(column);
  if (html === '') return null;
  const spaced = html.replaceAll(/<(br|\/p|\/li|\/div)\b/gi, ' <$1');
  const escaped = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return truncateText(toSingleLine(decodeHTMLStrict(escaped)));
}

/** Truncates text at a word boundary if its second half has one, and never splits a character. */
export function truncateText(text: string, maxLength = LONGEST_SHORT): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return dropHalfSurrogate(cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2))).trim();
}

/** Drops a trailing half of a surrogate pair, which databases reject. */
export const dropHalfSurrogate = (cut: string): string => cut.replace(/\p{Cs}$/u, '');

/** Returns the price in cents, or null after reporting an error. */
export function readPrice(cells: Cells, column: string, text = cells.text(column)): number | null {
  if (text === '') {
    cells.wrong(column, 'is empty; write Australian dollars such as 1234.50.');
    return null;
  }
  const read = readCents(text);
  if ('value' in read) return read.value;
  cells.wrong(column, read.wrong);
  return null;
}

export const isZero = (text: string): boolean => /^0*\.?0+$/.test(text) || /^0+\.$/.test(text);

/** Returns true and warns if a price is zero. The caller then leaves out the row. */
export function isFree(cells: Cells, ...columns: readonly string[]): boolean {
  const column = columns.find((name) => isZero(cells.text(name)));
  if (column === undefined) return false;
  cells.warn(column, `"${cells.text(column)}" is not a price; a price is 0.01 or more. The row is skipped.`);
  return true;
}

export function checkOpenPrice(
  cells: Cells,
  column: string,
  { minCents, maxCents }: { minCents: number; maxCents: number },
): void {
  if (minCents % 100 !== 0 || maxCents % 100 !== 0)
    cells.wrong(
      column,
      'the lowest and highest amount that customers can choose must be whole dollars, such as 10.00 and 500.00.',
    );
  else if (maxCents < minCents)
    cells.wrong(column, 'the highest amount that customers can choose is below the lowest; swap the two.');
}

/** `qty` is null to keep the shop's stock. `new_qty` is the stock of a new variant. */
export function readQty(
  cells: Cells,
  { column, counted }: { column: string; counted: boolean },
): { qty: number | null; new_qty: number } {
  if (!counted) return { qty: null, new_qty: UNCOUNTED_STOCK };
  const text = cells.text(column);
  if (text === '') return { qty: null, new_qty: 0 };
  const read = readStock(text);
  if ('wrong' in read) cells.wrong(column, read.wrong);
  else if (read.value < 0)
    cells.warn(column, `${read.value} is below zero (more were sold than were in stock); 0 is loaded.`);
  const qty = 'value' in read ? Math.max(0, read.value) : 0;
  return { qty, new_qty: qty };
}

export function checkPaths(cells: Cells, column: string, paths: string[][]): string[][] {
  const named = paths
    .map((path) => path.map(toPlainWords).filter((name) => name !== ''))
    .filter((path) => path.length > 0);
  const cut = named.map((path) => path.slice(0, MAX_LEVELS));
  for (const [index, path] of named.entries()) {
    if (path.length > MAX_LEVELS) {
      const levels = `"${path.join(' / ')}" has ${path.length} levels, and the shop has ${MAX_LEVELS}`;
      cells.warn(column, `${levels}; the product is put into "${(cut[index] ?? []).join(' / ')}".`);
    }
    if (path.some((name) => name.length > LONGEST_NAME))
      cells.wrong(column, `a name has more than ${LONGEST_NAME} characters.`);
  }
  return [...new Map(cut.map((path) => [JSON.stringify(path), path])).values()];
}

const YES = new Set(['true', 'yes', '1', 'y']);
const NO = new Set(['false', 'no', '0', 'n']);

/** Returns undefined for an empty cell, or after reporting an unreadable one. */
export function readFlag(cells: Cells, column: string): boolean | undefined {
  const text = cells.text(column).toLowerCase();
  if (YES.has(text)) return true;
  if (text !== '' && !NO.has(text)) cells.wrong(column, `"${text}" is neither TRUE nor FALSE.`);
  return NO.has(text) ? false : undefined;
}
