import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** How one kind of check ended; byDatabase counts the passed tests of suites named after a database. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  byDatabase: Record<string, number>;
}

/** The parts of vitest's JSON report that are counted. */
interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; ancestorTitles: string[] }[];
  }[];
}

const root = join(import.meta.dirname, '../..');
const FLAKY_REPORTER = join(root, 'tools/test-run/flaky-reporter.ts');
/** When more files than these fail, the shop is broken and not the moment. */
const MOST_AGAIN = 5;

/** Runs a check of node_modules; its output is shown only when it fails. */
export async function runProgram(name: string, program: string, args: string[]): Promise<Outcome> {
  const { code, output } = await run(join(root, 'node_modules', program), args, { quiet: true });
  if (code !== 0) console.log(`\n--- ${name} ---\n${output}`);
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, byDatabase: {} };
}

/** Runs one project of vitest.config.ts and counts its tests. */
export async function runVitest(name: string, project: string): Promise<Outcome> {
  console.log(`\n--- ${name} tests ---`);
  return outcomeOf(name, await vitest(project));
}

/**
 * Runs a project whose tests share the machine with servers, databases and browsers. Files that failed run once more at
 * the end, one at a time, with servers and databases of their own: what fails there, too, has failed. Both runs are
 * reported.
 */
export async function runVitestTwice(name: string, project: string): Promise<Outcome> {
  console.log(`\n--- ${name} tests ---`);
  const first = await vitest(project);
  const failed = first.report.testResults.filter(({ status }) => status === 'failed').map((file) => file.name);
  if (first.code === 0 || failed.length === 0 || failed.length > MOST_AGAIN) return outcomeOf(name, first);
  console.log(`\n--- ${name} tests: once more, alone ---\n${failed.map((file) => relative(root, file)).join('\n')}`);
  const again = await vitest(project, ['--maxWorkers=1', ...failed]);
  const fine = first.report.testResults.filter(({ status }) => status !== 'failed');
  return outcomeOf(name, { code: again.code, report: { testResults: [...fine, ...again.report.testResults] } });
}

type Run = { code: number; report: Report };

async function vitest(project: string, more: string[] = []): Promise<Run> {
  const folder = join(root, 'node_modules/.cache/handsel');
  const file = join(folder, `report-${project}-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, `--reporter=${FLAKY_REPORTER}`];
  const args = ['run', '--project', project, ...reporters, ...more];
  const { code } = await run(join(root, 'node_modules/vitest/vitest.mjs'), args, { quiet: false });
  const report: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  rmSync(file, { force: true });
  return { code, report };
}

/** An error outside of any test, such as an unhandled rejection, fails the run without failing a test. */
function outcomeOf(name: string, { code, report }: Run): Outcome {
  const outcome = count(name, report);
  if (code !== 0 && outcome.failed === 0) outcome.failed = 1;
  return outcome;
}

function count(name: string, report: Report): Outcome {
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

/** Runs a script of ours or of a package on this Node. */
function run(script: string, args: string[], options: { quiet: boolean }): Promise<{ code: number; output: string }> {
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' };
  const stdio = options.quiet ? ('pipe' as const) : ('inherit' as const);
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: ['ignore', stdio, stdio] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, output })));
}
