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

export type RowErrors = {
  add: (error: RowError) => void;
  /** The first MOST_LISTED, in the order found. */
  listed: () => readonly RowError[];
  errors: () => number;
  warnings: () => number;
};

/** A file that is wrong in every row is understood long before its last one. */
const MOST_LISTED = 1_000;

export function collectRowErrors({ strict }: { strict: boolean }): RowErrors {
  const listed: RowError[] = [];
  const count = { error: 0, warning: 0 };
  return {
    add(error) {
      const severity = strict ? 'error' : error.severity;
      count[severity] += 1;
      if (listed.length < MOST_LISTED) listed.push({ ...error, severity });
    },
    listed: () => listed,
    errors: () => count.error,
    warnings: () => count.warning,
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
