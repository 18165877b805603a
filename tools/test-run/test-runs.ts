import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Outcome, outcomeOf, type Report, type Run, type RunFacts, withSecondRun } from './outcomes.ts';

const root = join(import.meta.dirname, '../..');
const FLAKY_REPORTER = join(root, 'tools/test-run/flaky-reporter.ts');
/** When more files than these fail, the shop is broken and not the moment. */
const MOST_AGAIN = 5;

/** Runs a check of node_modules; its output is shown only when it fails. */
export async function runProgram(name: string, program: string, args: string[]): Promise<Outcome> {
  const { code, output } = await run(join(root, 'node_modules', program), args, { quiet: true });
  if (code !== 0) console.log(`\n--- ${name} ---\n${output}`);
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, byDatabase: {}, flaky: [] };
}

/** Runs projects of vitest.config.ts together and counts their tests. */
export async function runVitest(name: string, ...projects: [string, ...string[]]): Promise<Outcome> {
  console.log(`\n--- ${name} tests ---`);
  return outcomeOf(name, await vitest(projects));
}

/**
 * Runs a project whose tests share the machine with servers, databases and browsers. Files that failed run once more at
 * the end, one at a time, with servers and databases of their own: what fails there, too, has failed. Both runs are
 * reported.
 */
export async function runVitestTwice(name: string, project: string): Promise<Outcome> {
  console.log(`\n--- ${name} tests ---`);
  const first = await vitest([project]);
  const failed = first.report.testResults.filter(({ status }) => status === 'failed').map((file) => file.name);
  if (first.code === 0 || failed.length === 0 || failed.length > MOST_AGAIN) return outcomeOf(name, first);
  console.log(`\n--- ${name} tests: once more, alone ---\n${failed.join('\n')}`);
  const again = await vitest([project], ['--maxWorkers=1', ...failed]);
  return outcomeOf(name, withSecondRun(first, again));
}

async function vitest(projects: string[], more: string[] = []): Promise<Run> {
  const folder = join(root, 'node_modules/.cache/handsel');
  const file = join(folder, `report-${projects[0]}-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, `--reporter=${FLAKY_REPORTER}`];
  const args = ['run', ...projects.map((project) => `--project=${project}`), ...reporters, ...more];
  const facts = join(folder, `facts-${projects[0]}-${process.pid}.json`);
  const { code } = await run(join(root, 'node_modules/vitest/vitest.mjs'), args, { quiet: false, facts });
  const { testResults } = take<Report>(file, { testResults: [] });
  return {
    code,
    report: { testResults: testResults.map((result) => ({ ...result, name: relative(root, result.name) })) },
    facts: take<RunFacts>(facts, { flaky: [], outsideTests: [] }),
  };
}

/** Reads a JSON file that a run has left and deletes it; `missing` where there is none. */
function take<T>(file: string, missing: T): T {
  if (!existsSync(file)) return missing;
  const read: T = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return read;
}

/** Runs a script of ours or of a package on this Node. */
function run(
  script: string,
  args: string[],
  options: { quiet: boolean; facts?: string },
): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    // A fifth of each start of a server or a command is reading the same modules again.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/handsel/compiled'),
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    ...(options.facts ? { RUN_FACTS: options.facts } : {}),
  };
  const stdio = options.quiet ? ('pipe' as const) : ('inherit' as const);
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: ['ignore', stdio, stdio] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, output })));
}
