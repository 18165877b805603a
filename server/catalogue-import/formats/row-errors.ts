/**
 * Something wrong with a place in a file, and what to do about it. A warning is loaded around, an error stops the run.
 */
export type RowError = {
  severity: 'error' | 'warning';
  /** Position in the list of files of the run. */
  file: number;
  /** Where the row begins; 1 is the line with the names of the columns. */
  line: number;
  /** Position of the column from 1 on; null for the row itself. */
  column: number | null;
  name: string | null;
  sentence: string;
};

/** Warnings with one sentence about one column of a file. */
export type RepeatedWarning = RowError & {
  count: number;
  /** First and last line of each run of neighbouring rows. */
  lines: [first: number, last: number][];
};

export type RowErrors = {
  add: (error: RowError) => void;
  /** The first MOST_LISTED errors, and as many warnings, in the order found. */
  listed: () => readonly RowError[];
  /** The errors among them, without warnings that --strict made errors. */
  listedErrors: () => readonly RowError[];
  listedWarnings: () => readonly RowError[];
  /** Every sentence that warns, once; as errors with --strict. */
  repeatedWarnings: () => readonly RepeatedWarning[];
  /** What stops the run: with --strict the warnings as well. */
  errors: () => number;
  warnings: () => number;
  /** All that was found, whatever --strict makes of it. */
  found: () => Readonly<Record<RowError['severity'], number>>;
};

/** A file that is wrong in every row is understood long before its last one. */
const MOST_LISTED = 1_000;

export function collectRowErrors({ strict }: { strict: boolean }): RowErrors {
  const listed: RowError[] = [];
  const lists = { error: [] as RowError[], warning: [] as RowError[] };
  const repeated = new Map<string, RepeatedWarning>();
  const count = { error: 0, warning: 0 };
  return {
    add(error) {
      const kind = error.severity;
      const found: RowError = { ...error, severity: strict ? 'error' : kind };
      count[kind] += 1;
      if (kind === 'warning') addRepeated(repeated, found);
      if (count[kind] > MOST_LISTED) return;
      listed.push(found);
      lists[kind].push(found);
    },
    listed: () => listed,
    listedErrors: () => lists.error,
    listedWarnings: () => lists.warning,
    repeatedWarnings: () => [...repeated.values()],
    errors: () => (strict ? count.error + count.warning : count.error),
    warnings: () => (strict ? 0 : count.warning),
    found: () => count,
  };
}

function addRepeated(repeated: Map<string, RepeatedWarning>, warning: RowError): void {
  const { file, line, column, name, sentence } = warning;
  const key = JSON.stringify([file, column, name, sentence]);
  const known = repeated.get(key);
  if (known === undefined) {
    if (repeated.size < MOST_LISTED) repeated.set(key, { ...warning, count: 1, lines: [[line, line]] });
    return;
  }
  known.count += 1;
  const last = known.lines.at(-1);
  if (last !== undefined && line >= last[1] && line <= last[1] + 1) last[1] = line;
  else if (known.lines.length < MOST_LISTED) known.lines.push([line, line]);
}

/** 'mugs.csv:12:5 price: ...', a place that editors can jump to. */
export function rowErrorText(
  { severity, file, line, column, name, sentence }: RowError,
  files: readonly string[],
): string {
  const place = [files[file] ?? '', line, ...(column === null ? [] : [column])].join(':');
  const label = severity === 'warning' ? 'warning: ' : '';
  return `${place} ${label}${name === null ? '' : `${name}: `}${sentence}`;
}

/** The same with the lines of all rows it is about: 'mugs.csv:2:4 warning: ... (60 rows: 2-61)'. */
export function repeatedWarningText(warning: RepeatedWarning, files: readonly string[]): string {
  const text = rowErrorText(warning, files);
  if (warning.count === 1) return text;
  const lines = warning.lines.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${text} (${warning.count} times, lines ${lines.join(', ')}${warning.lines.length < MOST_LISTED ? '' : ' and more'})`;
}
