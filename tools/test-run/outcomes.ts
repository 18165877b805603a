/** Result of one kind of check; `byDatabase` counts the passed tests of suites named after a database. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  byDatabase: Record<string, number>;
  files: TimedFile[];
  /** True if no test ran, which counts as one failed test */
  isEmpty: boolean;
  /** The databases the tests ran on; undefined if no test needs one */
  databases?: readonly string[] | undefined;
}

/** A test file and its wall time in seconds, including imports and hooks. */
export type TimedFile = { name: string; seconds: number };

/** The part of vitest's JSON report that `outcomeOf()` reads. */
export interface Report {
  testResults: {
    name: string;
    status: string;
    /** Milliseconds since 1970 */
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; ancestorTitles: string[] }[];
  }[];
}

/** Details that the JSON report leaves out, written by tools/test-run/failure-reporter.ts. */
export type RunDetails = {
  /** Wall time of each file in seconds, keyed by its name in the report */
  seconds: Record<string, number>;
  databases?: readonly string[] | undefined;
};

type Run = {
  code: number;
  report: Report;
  details?: RunDetails | undefined;
  /** Whether the run may select no test */
  mayBeEmpty?: boolean;
};

/** Counts the tests of a vitest run. An error outside any test, or a run without tests, counts as one failed test. */
export function outcomeOf(name: string, { code, report, details, mayBeEmpty = false }: Run): Outcome {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  // Files that could not be loaded, or whose hooks failed.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const passed = tests.filter((test) => test.status === 'passed');
  const failed = tests.filter((test) => test.status === 'failed').length;
  const byDatabase: Record<string, number> = {};
  for (const test of passed) {
    const kind = test.ancestorTitles.map((title) => /\b(embedded|postgres)$/.exec(title)?.[1]).find(Boolean);
    if (kind) byDatabase[kind] = (byDatabase[kind] ?? 0) + 1;
  }
  const counted = failed + brokenFiles.length;
  const isEmpty = code === 0 && counted + passed.length === 0 && !mayBeEmpty;
  return {
    name,
    passed: passed.length,
    failed: isEmpty || (code !== 0 && counted === 0) ? 1 : counted,
    skipped: tests.length - passed.length - failed,
    byDatabase,
    // The report's times start at the first test, so they leave out imports and hooks.
    files: report.testResults.map((file) => ({
      name: file.name,
      seconds: details?.seconds[file.name] ?? (file.endTime - file.startTime) / 1_000,
    })),
    isEmpty,
    databases: details?.databases,
  };
}

/** Returns the outcome of a check that is a single program. */
export const checkOutcome = (name: string, hasPassed: boolean): Outcome => ({
  name,
  passed: hasPassed ? 1 : 0,
  failed: hasPassed ? 0 : 1,
  skipped: 0,
  byDatabase: {},
  files: [],
  isEmpty: false,
});

export function slowestFiles(outcomes: readonly Outcome[], count: number): TimedFile[] {
  return outcomes
    .flatMap(({ files }) => files)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
}
