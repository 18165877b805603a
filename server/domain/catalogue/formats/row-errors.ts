/** Errors stop the import; warnings do not. */
export type RowError = {
  severity: 'error' | 'warning';
  file: number;
  /** Line number in the file; the header is line 1. */
  line: number;
  /** Column number from 1; null if the error concerns the whole row. */
  column: number | null;
  name: string | null;
  sentence: string;
};

export type RepeatedError = RowError & {
  count: number;
  lines: [first: number, last: number][];
};

type Severity = RowError['severity'];

export type RowErrors = {
  add: (error: RowError) => void;
  listed: () => readonly RowError[];
  /** Filters by the original severity: 'error' excludes warnings that --strict turned into errors. */
  listBySeverity: (severity: Severity) => readonly RowError[];
  /** Returns each message once, with its lines. With --strict, warnings become errors. */
  repeated: (severity: Severity) => readonly RepeatedError[];
  /** With --strict, counts warnings as errors. */
  errors: () => number;
  warnings: () => number;
  /** Counts by the original severity, even with --strict. */
  found: () => Readonly<Record<Severity, number>>;
};

const MAX_LISTED = 1_000;
/** Limits memory to about 30 MB per severity. */
const MAX_RUNS = 100_000;

export function collectRowErrors({ strict }: { strict: boolean }): RowErrors {
  const listed: RowError[] = [];
  const lists = { error: [] as RowError[], warning: [] as RowError[] };
  const repeated = { error: createErrorCollector(), warning: createErrorCollector() };
  const count = { error: 0, warning: 0 };
  return {
    add(error) {
      const kind = error.severity;
      const found: RowError = { ...error, severity: strict ? 'error' : kind };
      count[kind] += 1;
      repeated[kind].add(found);
      if (count[kind] > MAX_LISTED) return;
      listed.push(found);
      lists[kind].push(found);
    },
    listed: () => listed,
    listBySeverity: (severity) => lists[severity],
    repeated: (severity) => repeated[severity].all(),
    errors: () => (strict ? count.error + count.warning : count.error),
    warnings: () => (strict ? 0 : count.warning),
    found: () => count,
  };
}

function createErrorCollector() {
  const bySentence = new Map<string, RepeatedError>();
  let runs = 0;
  return {
    all: () => [...bySentence.values()],
    add(error: RowError): void {
      const { file, line, column, name, sentence } = error;
      const key = JSON.stringify([file, column, name, sentence]);
      const entry = bySentence.get(key);
      const last = entry?.lines.at(-1);
      const isNext = last !== undefined && line >= last[1] && line <= last[1] + 1;
      if (!isNext && runs === MAX_RUNS) return;
      if (!isNext) runs += 1;
      if (entry === undefined) bySentence.set(key, { ...error, count: 1, lines: [[line, line]] });
      else {
        entry.count += 1;
        if (isNext) last[1] = line;
        else entry.lines.push([line, line]);
      }
    },
  };
}

/** Formats an error as 'mugs.csv:12:5 price: ...', which editors can open. */
export function formatRowError(
  { severity, file, line, column, name, sentence }: RowError,
  files: readonly string[],
): string {
  const place = [files[file] ?? '', line, ...(column === null ? [] : [column])].join(':');
  const label = severity === 'warning' ? 'warning: ' : '';
  return `${place} ${label}${name === null ? '' : `${name}: `}${sentence}`;
}

export function formatRepeatedError(error: RepeatedError, files: readonly string[]): string {
  const text = formatRowError(error, files);
  if (error.count === 1) return text;
  const lines = error.lines.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${text} (${error.count} times, lines ${lines.join(', ')})`;
}
