/** A test that passed, but not at once. `cause`: the message of its first error. */
export interface Flake {
  test: string;
  passed: string;
  cause: string;
}

/** How one kind of check ended; byDatabase counts the passed tests of suites named after a database. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  byDatabase: Record<string, number>;
  flaky: Flake[];
}

/** The parts of vitest's JSON report that are counted. */
export interface Report {
  testResults: {
    name: string;
    status: string;
    /** Why the file failed, where no test did. */
    message?: string;
    assertionResults: { fullName: string; status: string; ancestorTitles: string[]; failureMessages?: string[] }[];
  }[];
}

/** `outsideTests`: errors that no test threw, such as an unhandled rejection. */
export interface RunFacts {
  flaky: Flake[];
  outsideTests: string[];
}

export type Run = { code: number; report: Report; facts: RunFacts };

/** More in one run than this, and the run has failed: so many are no bad luck. */
export const MOST_FLAKY = 3;

/**
 * A run and the second one of its failed files: what passes in the second is flaky, and an error outside of tests stays
 * an error.
 */
export function withSecondRun(first: Run, again: Run): Run {
  const fine = first.report.testResults.filter(({ status }) => status !== 'failed');
  const failed = first.report.testResults.filter(({ status }) => status === 'failed');
  const rescued = failed.flatMap((file) => {
    const second = again.report.testResults.find(({ name }) => name === file.name);
    const passes = second?.assertionResults.filter(({ status }) => status === 'passed') ?? [];
    const passed = new Set(passes.map(({ fullName }) => fullName));
    const flake = (test: string, cause = 'unknown') => ({ test, passed: 'in the second run', cause });
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && second?.status === 'passed') return [flake(file.name, file.message)];
    return tests
      .filter(({ fullName }) => passed.has(fullName))
      .map(({ fullName, failureMessages }) => flake(`${file.name} > ${fullName}`, failureMessages?.[0]));
  });
  const outsideTests = [...first.facts.outsideTests, ...again.facts.outsideTests];
  return {
    code: outsideTests.length > 0 ? 1 : again.code,
    report: { testResults: [...fine, ...again.report.testResults] },
    facts: { flaky: [...first.facts.flaky, ...rescued, ...again.facts.flaky], outsideTests },
  };
}

/** An error outside of any test fails the run without failing a test. */
export function outcomeOf(name: string, { code, report, facts }: Run): Outcome {
  const outcome = count(name, report);
  if (code !== 0 && outcome.failed === 0) outcome.failed = 1;
  return { ...outcome, flaky: facts.flaky };
}

function count(name: string, report: Report): Omit<Outcome, 'flaky'> {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const passed = tests.filter((test) => test.status === 'passed');
  const failed = tests.filter((test) => test.status === 'failed').length + brokenFiles.length;
  const byDatabase: Record<string, number> = {};
  for (const test of passed) {
    const kind = test.ancestorTitles.map((title) => /\b(embedded|postgres)$/.exec(title)?.[1]).find(Boolean);
    if (kind) byDatabase[kind] = (byDatabase[kind] ?? 0) + 1;
  }
  return {
    name,
    passed: passed.length,
    failed,
    skipped: tests.length - passed.length - (failed - brokenFiles.length),
    byDatabase,
  };
}

/** All that ran: too many flaky tests count as one failure. */
export function totals(outcomes: readonly Outcome[]): { passed: number; failed: number; flaky: Flake[] } {
  const flaky = outcomes.flatMap((outcome) => outcome.flaky);
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0) + Number(flaky.length > MOST_FLAKY),
    flaky,
  };
}
