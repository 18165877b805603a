import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longStep } from './terminal/long-step.ts';
import { MOST_FLAKY, type Outcome, totals } from './test-run/outcomes.ts';
import { runProgram, runVitest, runVitestTwice } from './test-run/test-runs.ts';
import { type Brand, buildWebIfStale } from './web/web-build.ts';

const root = join(import.meta.dirname, '..');
/** All that is run unless parts are named. */
const ALWAYS = ['static', 'unit', 'api', 'e2e'] as const;
/** Firefox comes with no package: who has one asks for it. */
const PARTS = [...ALWAYS, 'firefox'] as const;
type Part = (typeof PARTS)[number];

/** Each static check counts as one test. */
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

// npm test [-- static|unit|api|e2e|firefox ...]: runs the checks, all but the last or the parts named, and goes on
// after a failure.
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !PARTS.includes(part as Part));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}". Parts: ${PARTS.join(', ')}.`);
  process.exit(1);
}
const parts: readonly Part[] = wanted.length === 0 ? ALWAYS : PARTS.filter((part) => wanted.includes(part));
if (parts.includes('firefox')) await requireFirefox();
const outcomes: Outcome[] = [];
// Begins beside the checks, none of which reads what it makes.
const webApps = parts.includes('e2e') || parts.includes('firefox') ? buildWebApps() : undefined;
for (const part of parts) {
  // The server's tests have waits with limits: nothing else runs beside them.
  if (part === 'api') await webApps;
  if (part === 'static') outcomes.push(...(await staticChecks()));
  if (part === 'unit') outcomes.push(await runVitest('unit', 'unit', 'components'));
  if (part === 'api') outcomes.push(await runVitestTwice('api', 'server'));
  if (part === 'e2e') outcomes.push(await browserJourneys('Browser journeys', part));
  if (part === 'firefox') outcomes.push(await browserJourneys('Journeys in Firefox', part));
}
report();

async function staticChecks(): Promise<Outcome[]> {
  await runProgram('route types', '@react-router/dev/bin.cjs', ['typegen']);
  return Promise.all(STATIC_CHECKS.map(([name, program, args]) => runProgram(name, program, [...args])));
}

/** Says whether the builds that the browser opens could be made. */
async function buildWebApps(): Promise<boolean> {
  try {
    const all = parts.includes('e2e');
    const brands: Brand[] = all ? ['giftcard', 'product'] : ['giftcard'];
    for (const brand of brands) {
      await buildWebIfStale(brand);
      if (all) await buildWebIfStale(brand, { gallery: true });
    }
    return true;
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
}

/** Ends the run where there is none. */
async function requireFirefox(): Promise<void> {
  const { firefoxProgram } = await import('#e2e/steps/firefox.ts');
  try {
    firefoxProgram();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function browserJourneys(what: string, part: Part): Promise<Outcome> {
  if (!(await webApps)) return { name: part, passed: 0, failed: 1, skipped: 0, byDatabase: {}, flaky: [] };
  return longStep(what, () => runVitestTwice(part, part));
}

function report(): never {
  console.log('');
  for (const { name, passed, failed, skipped, byDatabase } of outcomes) {
    const databases = Object.entries(byDatabase).map(([kind, count]) => `${kind} ${count}`);
    const details = [failed > 0 && `${failed} FAILED`, skipped > 0 && `${skipped} skipped`, ...databases].filter(
      Boolean,
    );
    console.log(`${name.padEnd(14)}${String(passed).padStart(5)} passed  ${details.join(', ')}`.trimEnd());
  }
  const { passed, failed, flaky } = totals(outcomes);
  if (flaky.length > 0) {
    const kept = join('node_modules', '.cache', 'handsel', 'flaky.json');
    writeFileSync(join(root, kept), `${JSON.stringify(flaky, null, 2)}\n`);
    console.log(`\nPassed only when tried again (causes in ${kept}):`);
    for (const { test, passed: when, cause } of flaky) console.log(`  ${test}: ${when}; ${cause.split('\n')[0]}`);
    if (flaky.length > MOST_FLAKY) console.log(`More than ${MOST_FLAKY} of them fail the run.`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
