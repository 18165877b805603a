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

/** Errors or warnings with one sentence about one column of a file. */
export type RepeatedError = RowError & {
  /** How many of them `lines` has. */
  count: number;
  /** First and last line of each run of neighbouring rows. */
  lines: [first: number, last: number][];
};

type Severity = RowError['severity'];

export type RowErrors = {
  add: (error: RowError) => void;
  /** The first MOST_LISTED errors, and as many warnings, in the order found. */
  listed: () => readonly RowError[];
  /** The errors among them, without warnings that --strict made errors; or the warnings. */
  listedOf: (severity: Severity) => readonly RowError[];
  /** Every sentence, once, with the lines of its rows; warnings as errors with --strict. */
  repeated: (severity: Severity) => readonly RepeatedError[];
  /** What stops the run: with --strict the warnings as well. */
  errors: () => number;
  warnings: () => number;
  /** All that was found, whatever --strict makes of it. */
  found: () => Readonly<Record<Severity, number>>;
};

/** A file that is wrong in every row is understood long before its last one. */
const MOST_LISTED = 1_000;
/** Runs of lines kept for either severity, about 30 MB: a file may be larger than the memory. */
const MOST_RUNS = 100_000;

export function collectRowErrors({ strict }: { strict: boolean }): RowErrors {
  const listed: RowError[] = [];
  const lists = { error: [] as RowError[], warning: [] as RowError[] };
  const repeated = { error: repeatedErrors(), warning: repeatedErrors() };
  const count = { error: 0, warning: 0 };
  return {
    add(error) {
      const kind = error.severity;
      const found: RowError = { ...error, severity: strict ? 'error' : kind };
      count[kind] += 1;
      repeated[kind].add(found);
      if (count[kind] > MOST_LISTED) return;
      listed.push(found);
      lists[kind].push(found);
    },
    listed: () => listed,
    listedOf: (severity) => lists[severity],
    repeated: (severity) => repeated[severity].all(),
    errors: () => (strict ? count.error + count.warning : count.error),
    warnings: () => (strict ? 0 : count.warning),
    found: () => count,
  };
}

function repeatedErrors() {
  const bySentence = new Map<string, RepeatedError>();
  let runs = 0;
  return {
    all: () => [...bySentence.values()],
    add(error: RowError): void {
      const { file, line, column, name, sentence } = error;
      const key = JSON.stringify([file, column, name, sentence]);
      const known = bySentence.get(key);
      const last = known?.lines.at(-1);
      const isNext = last !== undefined && line >= last[1] && line <= last[1] + 1;
      if (!isNext && runs === MOST_RUNS) return;
      if (!isNext) runs += 1;
      if (known === undefined) bySentence.set(key, { ...error, count: 1, lines: [[line, line]] });
      else {
        known.count += 1;
        if (isNext) last[1] = line;
        else known.lines.push([line, line]);
      }
    },
  };
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

/** The same with the lines of all rows it is about: 'mugs.csv:2:4 warning: ... (60 times, lines 2-61)'. */
export function repeatedErrorText(error: RepeatedError, files: readonly string[]): string {
  const text = rowErrorText(error, files);
  if (error.count === 1) return text;
  const lines = error.lines.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${text} (${error.count} times, lines ${lines.join(', ')})`;
}
