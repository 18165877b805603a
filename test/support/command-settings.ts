import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Runs the shop's commands on a data folder of the test file's own, which goes when its tests are over. */
export function openCommands(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-command-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const data = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', NODE_ENV: 'test' };
  const runWith = (change: Record<string, string>, command: string, ...args: string[]) => {
    const env = { ...process.env, ...data, ...settings, ...change };
    const program = ['tools/command.ts', command, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  /** `run('import', file)`: what `npm run import -- file` printed, and its exit status. */
  const run = (command: string, ...args: string[]) => runWith({}, command, ...args);
  return { folder, run, runWith };
}
