import { formatCents } from './amounts.ts';
import type { Cells } from './columns.ts';
import { readPrice } from './row-parts.ts';

type PriceColumns = { price: string; from: string; to: string };
const MAGENTO = { price: 'special_price', from: 'special_price_from_date', to: 'special_price_to_date' };

/**
 * Returns the special price within its dates, otherwise `price`. The shop has one price per variant, so a warning names
 * the loaded price and its last day. `today`: local date, 'YYYY-MM-DD'.
 */
export function priceToday(
  cells: Cells,
  { price, today, columns = MAGENTO }: { price: number | null; today: string; columns?: PriceColumns },
): number | null {
  const { price: reducedColumn, from: fromColumn, to: toColumn } = columns;
  if (cells.text(reducedColumn) === '') return price;
  const reduced = readPrice(cells, reducedColumn);
  const from = readDay(cells, fromColumn);
  const to = readDay(cells, toColumn);
  if (price === null || reduced === null || from === null || to === null || reduced >= price) return price;
  const states = new Set(from.flatMap((first) => to.map((last) => periodState(today, { first, last }))));
  const [state] = states;
  const [reducedText, full] = [formatCents(reduced), formatCents(price)];
  if (states.size > 1) {
    const column = from.length > 1 ? fromColumn : toColumn;
    cells.warn(
      column,
      `"${cells.text(column)}" could be either of two dates, so ${full} is loaded instead of ${reducedText}; write the date as 2026-11-30 and import again.`,
    );
  } else if (state === 'not yet') {
    cells.warn(
      reducedColumn,
      `${reducedText} applies from ${from[0]}, so ${full} is loaded. Import again on that day.`,
    );
  } else if (state === 'now') {
    const end = to[0] === '' ? '' : ` It ends on ${to[0]}; import again after that day.`;
    cells.warn(
      reducedColumn,
      `${reducedText} is loaded and ${full} is not shown, as the shop keeps one price per variant.${end}`,
    );
    return reduced;
  }
  return price;
}

export function warnReducedCard(cells: Cells, column = MAGENTO.price): void {
  if (cells.text(column) !== '') cells.warn(column, 'is not loaded: a gift card costs its face value.');
}

function periodState(today: string, { first, last }: { first: string; last: string }): 'not yet' | 'now' | 'over' {
  if (first !== '' && today < first) return 'not yet';
  return last !== '' && today > last ? 'over' : 'now';
}

/** Returns the possible dates, [''] for an empty cell, or null after reporting an error. */
function readDay(cells: Cells, column: string): string[] | null {
  const text = cells.text(column);
  if (text === '') return [''];
  const days = parsePossibleDays(text);
  if (days.length > 0) return days;
  cells.wrong(column, `"${text}" is not a date; write a date such as 2026-11-30.`);
  return null;
}

/** Returns the possible dates as 'YYYY-MM-DD'. Magento exports 11/30/26 in America but 30/11/26 in Australia. */
export function parsePossibleDays(text: string): string[] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/.exec(text);
  if (iso) return parseDay(iso[1], iso[2], iso[3]);
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:,? .*)?$/.exec(text) ?? [];
  if (year === undefined) return [];
  const fullYear = year.length === 2 ? `20${year}` : year;
  return [...new Set([...parseDay(fullYear, first, second), ...parseDay(fullYear, second, first)])];
}

function parseDay(year = '', month = '', day = ''): string[] {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written ? [] : [written];
}
