/** `byDatabase`: the number of passed tests in suites named after a database. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  byDatabase: Record<string, number>;
  files: TimedFile[];
  /** True if no test ran, which counts as one failure. */
  isEmpty: boolean;
  databases?: readonly string[] | undefined;
}

/** `seconds`: wall time, including imports and hooks. */
export type TimedFile = { name: string; seconds: number };

export interface Report {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; ancestorTitles: string[] }[];
  }[];
}

export type RunDetails = {
  seconds: Record<string, number>;
  databases?: readonly string[] | undefined;
};

type Run = {
  code: number;
  report: Report;
  details?: RunDetails | undefined;
  mayBeEmpty?: boolean;
};

/** Counts an error outside any test, or a run without tests, as one failure. */
export function buildOutcome(name: string, { code, report, details, mayBeEmpty = false }: Run): Outcome {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  // These files failed without a failed test, because they did not load or a hook failed.
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
    // Prefers the recorded times, because the report's own times exclude imports and hooks.
    files: report.testResults.map((file) => ({
      name: file.name,
      seconds: details?.seconds[file.name] ?? (file.endTime - file.startTime) / 1_000,
    })),
    isEmpty,
    databases: details?.databases,
  };
}

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
    .sort((file, other) => other.seconds - file.seconds)
    .slice(0, count);
}
