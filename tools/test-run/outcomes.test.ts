import { describe, expect, it } from 'vitest';
import { buildOutcome, type Report, slowestFiles } from './outcomes.ts';

type Tests = Record<string, 'passed' | 'failed' | 'skipped'>;

const file = (name: string, tests: Tests, { status = 'passed', seconds = 1, suite = 'a suite' } = {}) => ({
  name,
  status,
  startTime: 0,
  endTime: seconds * 1_000,
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({
    fullName,
    status: state,
    ancestorTitles: [suite],
  })),
});
const outcome = (code: number, ...testResults: Report['testResults']) =>
  buildOutcome('unit', { code, report: { testResults } });

describe('test run outcome', () => {
  it('counts passed, failed and skipped tests', () => {
    const counted = outcome(
      1,
      file('a', { one: 'passed', two: 'failed', three: 'skipped' }),
      file('b', { four: 'passed' }),
    );
    expect(counted).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
  });

  it('counts a file that failed to load, or whose hook failed, as one failure', () => {
    const [unread, hook] = [file('a', {}, { status: 'failed' }), file('b', { one: 'skipped' }, { status: 'failed' })];
    expect(outcome(1, unread, hook)).toMatchObject({ passed: 0, failed: 2, skipped: 1 });
  });

  it('counts an error thrown outside any test as a failure', () => {
    expect(outcome(1, file('a', { one: 'passed' })).failed).toBe(1);
    expect(outcome(0, file('a', { one: 'passed' })).failed).toBe(0);
  });

  it('counts a run without tests as a failure, unless it may be empty', () => {
    const skipped = file('a', { one: 'skipped' });
    expect(outcome(0)).toMatchObject({ failed: 1, isEmpty: true });
    expect(outcome(0, skipped)).toMatchObject({ failed: 1, skipped: 1, isEmpty: true });
    const run = { code: 0, report: { testResults: [skipped] }, mayBeEmpty: true };
    expect(buildOutcome('unit', run)).toMatchObject({ failed: 0, skipped: 1, isEmpty: false });
  });

  it('counts passed tests by the database in the name of their suite', () => {
    const onEach = (suite: string) => file(suite, { one: 'passed', two: 'passed' }, { suite });
    expect(outcome(0, onEach('carts on postgres'), onEach('carts on embedded'), onEach('carts')).byDatabase).toEqual({
      postgres: 2,
      embedded: 2,
    });
  });

  it('lists the slowest files first', () => {
    const counted = outcome(
      0,
      file('quick', {}, { seconds: 1 }),
      file('slow', {}, { seconds: 3 }),
      file('mid', {}, { seconds: 2 }),
    );
    expect(slowestFiles([counted], 2)).toEqual([
      { name: 'slow', seconds: 3 },
      { name: 'mid', seconds: 2 },
    ]);
  });

  it('includes imports and hooks in the time of a file if the reporter recorded them', () => {
    const report = { testResults: [file('hooks', { one: 'passed' }), file('unknown', { two: 'passed' })] };
    const counted = buildOutcome('unit', { code: 0, report, details: { seconds: { hooks: 9 } } });
    expect(slowestFiles([counted], 2).map(({ seconds }) => seconds)).toEqual([9, 1]);
  });
});
