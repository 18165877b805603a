import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { daySeed } from '#test/support/run-size.ts';
import { root } from '../checks/source-files.ts';
import { type Costs, judge } from './budget.ts';
import { type Outcome, slowestFiles } from './outcomes.ts';

type Run = {
  outcomes: readonly Outcome[];
  costs: Costs | undefined;
  notRun: readonly string[];
  /** Only a run of the default parts is compared with the budget. */
  isDefault: boolean;
};

/** Prints the report and returns the number of failures. An exceeded budget counts as a failed test. */
export function printReport({ outcomes, costs, notRun, isDefault }: Run): number {
  const slowest = slowestFiles(outcomes, 20);
  if (slowest.length > 0) console.log('\nSlowest files, seconds of wall time with imports and hooks:');
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
  console.log('');
  for (const outcome of outcomes) console.log(formatOutcome(outcome));
  if (costs) printCosts(costs);
  const left = [...notRun, ...describeMissingPostgres(outcomes), ...(isDefault ? [describeFullRunOnly()] : [])];
  if (left.length > 0) console.log('\nNot run:');
  for (const sentence of left) console.log(`- ${sentence}`);
  if (slowest.length > 0)
    console.log(`\nRandom tests used the seed of the day. To repeat them, set TEST_SEED=${daySeed}.`);
  const { error, warning } = isDefault ? judge(costs) : {};
  if (warning) console.log(`\n${warning}`);
  if (error) console.error(`\n${error}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, error ? 1 : 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed;
}

function formatOutcome({ name, passed, failed, skipped, byDatabase, isEmpty }: Outcome): string {
  const databases = Object.entries(byDatabase).map(([kind, tests]) => `${kind} ${tests}`);
  const failures = failed > 0 && `${failed} FAILED${isEmpty ? ': no test ran' : ''}`;
  const details = [failures, skipped > 0 && `${skipped} skipped`, ...databases].filter(Boolean).join(', ');
  return `${name.padEnd(18)}${String(passed).padStart(5)} passed  ${details}`.trimEnd();
}

function describeMissingPostgres(outcomes: readonly Outcome[]): string[] {
  const isMissing = outcomes.some(({ databases }) => databases && !databases.includes('postgres'));
  return isMissing ? ['Tests that need PostgreSQL, which did not answer.'] : [];
}

function printCosts({ stages, total, bare, loop, spread, wait, start, includesPostgres }: Costs): void {
  console.log('\nCalibrated CPU seconds and minutes of each stage, and CPU seconds of the calibration loop during it:');
  for (const { name, seconds, minutes, loop: during } of stages)
    console.log(
      `${name.padEnd(18)}${seconds.toFixed(0).padStart(5)}  ${minutes.toFixed(1).padStart(5)}  ${during.toFixed(3)}`,
    );
  const minutes = stages.reduce((sum, stage) => sum + stage.minutes, 0);
  console.log(`${'all'.padEnd(18)}${total.toFixed(0).padStart(5)}  ${minutes.toFixed(1).padStart(5)}`);
  const postgres = includesPostgres ? 'with' : 'without';
  console.log(
    `Bare: ${bare.toFixed(0)} s, ${postgres} PostgreSQL's; loop between stages ${loop.toFixed(3)} s (x${spread.toFixed(2)}, waited x${wait.toFixed(2)}, in a new process x${start.toFixed(1)}).`,
  );
}

function describeFullRunOnly(): string {
  const journeys = globSync('e2e/long/**/*.test.ts', { cwd: root }).flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/^\s*it(?:\.\w+)*\(/gm),
  ]).length;
  return (
    `Only npm run test:all runs ordinary calls on the second database, ${journeys} long journeys, the whole gallery of ` +
    'both stores, Firefox, and every case of the fuzz, money model, chaos and service failure tests.'
  );
}
