/** Something wrong with a place in a file, and what to do about it. A warning is loaded around, an error stops the whole run. */
export type Problem = {
  severity: 'error' | 'warning';
  /** Position in the list of files of the run. */
  file: number;
  /** Where the row begins; 1 is the line with the names of the columns. */
  line: number;
  /** Position of the column from 1 on; null when the whole row is meant. */
  column: number | null;
  name: string | null;
  sentence: string;
};

export type Problems = {
  add: (problem: Problem) => void;
  /** The first MOST_KEPT, in the order found. */
  kept: () => readonly Problem[];
  errors: () => number;
  warnings: () => number;
};

/** A file that is wrong in every row is understood long before its last one. */
const MOST_KEPT = 1_000;

export function collectProblems({ strict }: { strict: boolean }): Problems {
  const kept: Problem[] = [];
  const count = { error: 0, warning: 0 };
  return {
    add(problem) {
      const severity = strict ? 'error' : problem.severity;
      count[severity] += 1;
      if (kept.length < MOST_KEPT) kept.push({ ...problem, severity });
    },
    kept: () => kept,
    errors: () => count.error,
    warnings: () => count.warning,
  };
}

/** 'mugs.csv:12:5 price: ...', a place that editors can jump to. */
export function problemText(
  { severity, file, line, column, name, sentence }: Problem,
  files: readonly string[],
): string {
  const place = [files[file] ?? '', line, ...(column === null ? [] : [column])].join(':');
  const label = severity === 'warning' ? 'warning: ' : '';
  return `${place} ${label}${name === null ? '' : `${name}: `}${sentence}`;
}
