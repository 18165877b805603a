import { availableParallelism, cpus, loadavg } from 'node:os';

export type Column<Row> = [title: string, cell: (row: Row) => string | number | null];

export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const widths = columns.map(([title], index) =>
    Math.max(title.length, ...cells.map((line) => formatCell(line[index] ?? null).length)),
  );
  const isWord = columns.map((_, index) => cells.some((line) => typeof line[index] === 'string'));
  const line = (texts: string[]) =>
    texts
      .map((text, index) => (isWord[index] ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0)))
      .join('  ');
  const lines = [line(columns.map(([title]) => title)), ...cells.map((row) => line(row.map(formatCell)))];
  console.log(`\n${lines.map((text) => text.trimEnd()).join('\n')}`);
}

export function printJson(measured: Record<string, unknown>): void {
  const machine = {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    node: process.versions.node,
    load: loadavg().map((load) => Number(load.toFixed(1))),
  };
  const rounded = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  console.log(`\n${JSON.stringify({ machine, ...measured }, rounded)}`);
}

function formatCell(value: string | number | null): string {
  if (typeof value === 'string') return value;
  if (value === null || !Number.isFinite(value)) return '-';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
