import { daySeed } from '#test/support/run-size.ts';
import { runLongStep } from './terminal/long-step.ts';
import { createMeter } from './test-run/budget.ts';
import { buildForTests } from './test-run/build-for-tests.ts';
import { changesSql, describeSkipped, FILE_CHECKS, SQL_TESTS, selectJourneys } from './test-run/changed.ts';
import { type Changes, readChanges } from './test-run/git-changes.ts';
import { DEFAULT_PARTS, type Options, type Part, readOptions, USAGE } from './test-run/options.ts';
import { checkOutcome, type Outcome } from './test-run/outcomes.ts';
import { printReport } from './test-run/report.ts';
import { testDatabaseUrl } from './test-run/test-databases.ts';
import { MAY_BE_EMPTY, runProgram, runVitest } from './test-run/test-runs.ts';

const UNIT = ['unit', 'commands', 'components', 'apart'] as const;

const STATIC_CHECKS = [
  ['types', 'typescript/bin/tsc', ['--noEmit']],
  [
    'lint, format',
    '@biomejs/biome/bin/biome',
    ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=40', '.'],
  ],
  ['dead code', 'knip/bin/knip.js', ['--no-progress']],
  ['words extracted', '@lingui/cli/dist/lingui.js', ['check', 'sync']],
  ['words translated', '@lingui/cli/dist/lingui.js', ['check', 'missing']],
] as const;

/** Separate compilations ensure that server and contract use no browser types. */
const NARROW_TYPES = ['contract', 'server', 'web'].map(
  (project) => [`types of ${project}`, 'typescript/bin/tsc', ['--noEmit', '-p', `tsconfig.${project}.json`]] as const,
);

const options = exitOnError(() => readOptions(process.argv.slice(2)));
if (options.isFull) Object.assign(process.env, { TEST_ALL: '1', TEST_DATABASES: 'both' });
// All processes use the same seed, even past midnight.
process.env.TEST_SEED = String(daySeed);
const outcomes: Outcome[] = [];
const notRun: string[] = [];
const changes = findChanges(options);
// The gallery test selects its stories by the changed files.
process.env.CHANGED_FILES = changes?.files.join('\n') ?? '';
const meter = createMeter({
  databaseUrl: testDatabaseUrl(),
  installing: Number(process.env.INSTALL_CPU_SECONDS ?? 0),
});
await (options.isChanged && changes ? runChanged(changes) : runParts(options.parts));
const isDefault = !options.isFull && options.parts === DEFAULT_PARTS;
process.exit(printReport({ outcomes, costs: meter.costs(), notRun, isDefault }) === 0 ? 0 : 1);

function exitOnError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(1);
  }
}

function findChanges({ isChanged, isFull, parts, ref }: Options): Changes | undefined {
  if (isChanged) return exitOnError(() => readChanges(ref));
  try {
    return readChanges();
  } catch (error) {
    if (parts.includes('e2e') && !isFull)
      notRun.push(`Gallery stories affected by changes: ${(error as Error).message}`);
    return undefined;
  }
}

async function runParts(parts: readonly Part[]): Promise<void> {
  const opensBrowser = parts.some((part) => ['e2e', 'long', 'firefox'].includes(part));
  if (parts.some((part) => part !== 'static')) await count('builds', () => build(opensBrowser));
  if (parts.includes('static')) await count('static', runStaticChecks);
  if (parts.includes('unit')) await count('unit', () => runVitest('unit', UNIT));
  if (parts.includes('api')) await count('api', () => runVitest('api', ['server']));
  if (parts.includes('e2e')) await count('e2e', () => runVitest('e2e', ['e2e']));
  if (parts.includes('long')) await count('long', () => runVitest('long', ['long']));
  if (parts.includes('firefox')) await count('firefox', runFirefoxJourneys);
}

async function runChanged({ base, since, files }: Changes): Promise<void> {
  console.log(`${files.length} files changed since ${since} (${base.slice(0, 10)}).`);
  if (files.length === 0) return;
  const { journeys, left } = selectJourneys(files);
  notRun.push(...describeSkipped(files, left));
  const related = [`--changed=${base}`, MAY_BE_EMPTY];
  await count('static', runStaticChecks);
  await count('checks', () => runVitest('checks', ['unit'], FILE_CHECKS));
  await count('unit', () => runVitest('unit', UNIT, related));
  await count('api', () => runVitest('api', ['server'], related));
  if (changesSql(files)) {
    console.log(`\ndb/ changed: running ${SQL_TESTS}, which no import selects.`);
    await count('database', () => runVitest('database', ['server'], [SQL_TESTS]));
  }
  if (journeys.length === 0) return;
  await count('builds', () => build(true));
  // Without PostgreSQL, all selected journeys may be skipped, so an empty run does not fail.
  await count('e2e', () => runVitest('e2e', ['e2e', 'long'], [...journeys, MAY_BE_EMPTY]));
}

async function count(stage: string, work: () => Promise<Outcome | Outcome[]>): Promise<void> {
  outcomes.push(...[await meter.stage(stage, work)].flat());
}

async function runStaticChecks(): Promise<Outcome[]> {
  await runProgram('route types', '@react-router/dev/bin.cjs', ['typegen']);
  const checks = options.isFull ? [...STATIC_CHECKS, ...NARROW_TYPES] : STATIC_CHECKS;
  return Promise.all(checks.map(([name, program, args]) => runProgram(name, program, [...args])));
}

async function build(opensBrowser: boolean): Promise<Outcome[]> {
  try {
    // Long journeys measure compressed files, which only a full build makes.
    await buildForTests({ opensBrowser, isFull: options.isFull || options.parts.includes('long') });
    return [];
  } catch (error) {
    console.error((error as Error).message);
    return [checkOutcome('builds', false)];
  }
}

async function runFirefoxJourneys(): Promise<Outcome[]> {
  const { findFirefoxProgram } = await import('#e2e/steps/firefox.ts');
  try {
    findFirefoxProgram();
  } catch (error) {
    const { message } = error as Error;
    console.error(message);
    // Firefox is not an npm package, so a full run skips its journeys if it is missing.
    if (!options.isFull) return [checkOutcome('firefox', false)];
    notRun.push(`Journeys in Firefox: ${message}`);
    return [];
  }
  return [await runLongStep('Journeys in Firefox', () => runVitest('firefox', ['firefox']))];
}
