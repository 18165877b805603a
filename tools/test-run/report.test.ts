import { describe, expect, it, vi } from 'vitest';
import { checkOutcome, type Outcome } from './outcomes.ts';
import { printReport } from './report.ts';

function report(outcomes: Outcome[], notRun: string[] = []) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const failed = printReport({ outcomes, costs: undefined, notRun, isDefault: false });
  const lines = log.mock.calls.flat();
  log.mockRestore();
  return { failed, lines };
}

describe('test run report', () => {
  it('counts failures, and marks a run without tests', () => {
    const empty = { ...checkOutcome('api', false), isEmpty: true };
    const { failed, lines } = report([checkOutcome('types', true), empty]);
    expect(failed).toBe(1);
    expect(lines).toContain(`api${' '.repeat(19)}0 passed  1 FAILED: no test ran`);
    expect(lines.at(-1)).toBe('\n1 passed, 1 failed');
    expect(lines).not.toContain('\nNot run:');
  });

  it('lists tests that did not run, including those that need PostgreSQL if it is missing', () => {
    const on = (...databases: string[]) => ({ ...checkOutcome('api', true), databases });
    const missing = '- Tests that need PostgreSQL, which did not answer.';
    const { lines } = report([on('embedded')], ['Journeys in Firefox.']);
    expect(lines).toEqual(expect.arrayContaining(['\nNot run:', '- Journeys in Firefox.', missing]));
    expect(report([on('embedded', 'postgres'), checkOutcome('types', true)]).lines).not.toContain(missing);
  });
});
