import { globSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isFullRun } from '#test/support/run-size.ts';
import { buildForTests } from './test-run/build-for-tests.ts';
import { startBusyLoops } from './test-run/busy-loops.ts';
import { countVitest } from './test-run/test-runs.ts';

// npm run repeat -- FILE [--times 50] [--busy 4] [--title TEXT]: runs a test file repeatedly beside busy loops, which
// simulate a loaded machine. Exits with 1 if a run fails or no test runs.
const USAGE = 'Use: npm run repeat -- FILE [--times 50] [--busy 4] [--title TEXT]';
const WHY_NONE = 'Either no title matches --title, or the tests were skipped because PostgreSQL does not answer.';
const root = join(import.meta.dirname, '..');

const { values, positionals: files } = readArguments();
const times = parseWholeNumber('times', values.times);
const busy = parseWholeNumber('busy', values.busy);
await build();
const loops = startBusyLoops(busy);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    loops.stop();
    ending.abort();
    process.exit(128 + constants.signals[signal]);
  });
}
const failures = await repeat().finally(() => loops.stop());
console.log(`${times - failures} passed, ${failures} failed, beside ${busy} busy loops`);
process.exitCode = failures === 0 ? 0 : 1;

/** Stops if no test ran, because repeating would not help. */
async function repeat(): Promise<number> {
  const title = values.title === undefined ? [] : ['--testNamePattern', values.title];
  let count = 0;
  for (let run = 1; run <= times; run += 1) {
    const { outcome, output } = await countVitest('repeat', [...title, ...files], {
      isQuiet: true,
      signal: ending.signal,
    });
    if (outcome.isEmpty) stop(`No test of ${files.join(', ')} ran. ${WHY_NONE}`);
    if (outcome.failed > 0) {
      count += 1;
      console.log(output);
    }
    console.log(`Run ${run} of ${times}: ${outcome.failed === 0 ? 'passed' : 'FAILED'}`);
  }
  return count;
}

/** Builds first, so that browser tests do not run against a stale build. */
async function build(): Promise<void> {
  // Vitest matches a filter against any part of a path, so this does the same.
  const parts = files.map((file) => relative(root, resolve(root, file)).replaceAll('\\', '/'));
  const journeys = globSync('e2e/**/*.test.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const opensBrowser = journeys.some((path) => parts.some((part) => path.includes(part)));
  await buildForTests({ opensBrowser, isFull: isFullRun }).catch((error: Error) => stop(error.message));
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        times: { type: 'string', default: '50' },
        busy: { type: 'string', default: '4' },
        title: { type: 'string' },
      },
    });
    if (read.positionals.length === 0) throw new Error('Name a test file.');
    return read;
  } catch (error) {
    return stop(`${(error as Error).message} ${USAGE}`);
  }
}

function parseWholeNumber(name: string, text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  return stop(`--${name} takes a whole number, not "${text}". ${USAGE}`);
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
