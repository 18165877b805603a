import { formatTwoDecimals } from '#contract/rules/money/money.ts';
import { toPlainSpaces } from '#contract/rules/time/time-blanks.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';

/** Formats cents like '$1,234.50' and '-$2.00'. */
export const formatDollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}$${formatTwoDecimals(Math.abs(cents) / 100)}`;

export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Formats a time in Sydney like '28 Nov 2026, 3:02 pm'. */
export function formatInstant(instant: Date): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return toPlainSpaces(instant.toLocaleString('en-AU', { timeZone: DEFAULT_ZONE, ...style }));
}

/** `numbers` right-aligns all columns but the first. */
export function formatTable(rows: readonly (readonly string[])[], { numbers = false } = {}): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const cell = (text: string, index: number) =>
    numbers && index > 0 ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}
