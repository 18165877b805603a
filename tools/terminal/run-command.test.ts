import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';

let written: Record<'stdout' | 'stderr', string>;
let folder: string;
beforeEach(() => {
  written = { stdout: '', stderr: '' };
  folder = mkdtempSync(join(tmpdir(), 'handsel-run-'));
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('DATABASE_URL', undefined);
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += text;
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
});

it.each(['orders', 'import', 'seller'] as const)('prints each usage line of %s with --help', async (name) => {
  await runCommand(name, ['--help']);
  expect(written.stdout).toMatch(new RegExp(`^Use: npm run ${name} --( |\n)`));
  expect([written.stderr, process.exitCode]).toEqual(['', undefined]);
});

it.each([
  ['import', ['--frob'], "Unknown option '--frob'. Use: npm run import"],
  ['orders', ['refund', '000000001', '--amount', '-1'], '--amount needs a value.\nUse: npm run orders'],
  ['orders', ['ship', '000000001', '--carrier'], '--carrier needs a value.\nUse: npm run orders'],
  ['orders', ['frob'], 'There is no "orders frob".\nUse: npm run orders'],
] as const)('explains the error in %s %j and prints the usage', async (name, argv, expected) => {
  await runCommand(name, [...argv]);
  expect(written.stderr).toMatch(expected);
  expect([written.stdout, process.exitCode]).toEqual(['', 1]);
});

it('creates no shop when the orders command finds none', async () => {
  await runCommand('orders', ['held']);
  expect(written.stderr).toBe(
    `There is no shop in ${join(folder, 'data')}. Set DATA_DIR or DATABASE_URL to the values of your shop.\n`,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
