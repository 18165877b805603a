import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { writeEmbedded } from './database.ts';

/** `hasShop`: creates the database of an empty shop first. */
export function openCommands(settings: Record<string, string> = {}, { hasShop = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-command-'));
  if (hasShop) writeEmbedded('empty', join(folder, 'data'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const data = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', NODE_ENV: 'test' };
  const runWith = (change: Record<string, string>, command: string, ...args: string[]) => {
    const env = { ...process.env, ...data, ...settings, ...change };
    const program = ['tools/command.ts', command, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const run = (command: string, ...args: string[]) => runWith({}, command, ...args);
  return { folder, run, runWith };
}
