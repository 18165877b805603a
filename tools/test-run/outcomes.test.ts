import { describe, expect, test } from 'vitest';
import { MOST_FLAKY, type Outcome, outcomeOf, type Run, totals, withSecondRun } from './outcomes.ts';

type Tests = Record<string, 'passed' | 'failed'>;

const file = (name: string, tests: Tests, message?: string) => ({
  name,
  status: message !== undefined || Object.values(tests).includes('failed') ? 'failed' : 'passed',
  ...(message === undefined ? {} : { message }),
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    ancestorTitles: [],
    failureMessages: status === 'failed' ? [`${fullName} broke`] : [],
  })),
});
const run = (files: ReturnType<typeof file>[], outsideTests: string[] = []): Run => ({
  code: outsideTests.length > 0 || files.some(({ status }) => status === 'failed') ? 1 : 0,
  report: { testResults: files },
  facts: { flaky: [], outsideTests },
});
const outcome = (first: Run, again: Run): Outcome => outcomeOf('e2e', withSecondRun(first, again));

describe('the second run of failed files', () => {
  const first = run([file('a', { one: 'passed' }), file('b', { two: 'failed', three: 'passed' })]);

  test('counts what passes in it, and keeps the cause of the first failure', () => {
    const { passed, failed, flaky } = outcome(first, run([file('b', { two: 'passed', three: 'passed' })]));
    expect([passed, failed]).toEqual([3, 0]);
    expect(flaky).toEqual([{ test: 'b > two', passed: 'in the second run', cause: 'two broke' }]);
  });

  test('fails what fails in it as well', () => {
    const { passed, failed, flaky } = outcome(first, run([file('b', { two: 'failed', three: 'passed' })]));
    expect([passed, failed, flaky]).toEqual([2, 1, []]);
  });

  test('does not replace an error outside of tests', () => {
    const broken: Run = { ...first, facts: { flaky: [], outsideTests: ['a promise nobody awaited'] } };
    expect(outcome(broken, run([file('b', { two: 'passed', three: 'passed' })])).failed).toBe(1);
  });

  test('names a file that could not be read at first', () => {
    const unread = run([file('b', {}, 'spawn ETXTBSY')]);
    const { flaky } = outcome(unread, run([file('b', { two: 'passed' })]));
    expect(flaky).toEqual([{ test: 'b', passed: 'in the second run', cause: 'spawn ETXTBSY' }]);
  });
});

test('an error outside of tests fails a run all of whose tests passed', () => {
  expect(outcomeOf('unit', run([file('a', { one: 'passed' })], ['late'])).failed).toBe(1);
});

test('more flaky tests than allowed fail the whole', () => {
  const flaky = (count: number): Outcome[] => [
    {
      ...outcomeOf('api', run([file('a', { one: 'passed' })])),
      flaky: Array.from({ length: count }, (_, at) => ({ test: `${at}`, passed: 'at try 2', cause: 'slow' })),
    },
  ];
  expect(totals(flaky(MOST_FLAKY)).failed).toBe(0);
  expect(totals(flaky(MOST_FLAKY + 1)).failed).toBe(1);
});
