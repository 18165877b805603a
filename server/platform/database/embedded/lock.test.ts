import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataFolder } from './lock.ts';
import { describeThisProcess } from './lock-holder.ts';

const children: ChildProcess[] = [];
let dataDir: string;
let lockFile: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'handsel-lock-'));
  lockFile = join(dataDir, 'handsel.lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  rmSync(dataDir, { recursive: true });
});

it('rejects all 50 attempts to lock the data folder while another process holds it', async () => {
  const holder = await startLocker();
  const starters = await Promise.all([1, 2, 3, 4].map(startLocker));
  const attempts = Array.from({ length: 46 }, () => lockDataFolder(dataDir).catch((error) => error.message));
  const answers = [...starters.map((other) => other.answer), ...(await Promise.all(attempts))];
  const sentence =
    `The data folder ${dataDir} is in use by another Handsel (process ${holder.child.pid}). ` +
    'Stop it first, or set DATA_DIR to another folder.';
  expect(holder.answer).toBe('locked');
  expect(answers).toEqual(Array.from({ length: 50 }, () => sentence));
});

it('rejects a data folder that cannot be created or written, with a one-sentence error', async () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  await expect(lockDataFolder(file)).rejects.toMatchObject({
    operatorCode: 'data-folder',
    message: `The data folder ${file} is not writable (EEXIST). Set DATA_DIR to a writable folder.`,
  });
  await expect(lockDataFolder(join(file, 'below'))).rejects.toMatchObject({ operatorCode: 'data-folder' });
});

it('takes over the data folder immediately after its holder was killed with kill -9', async () => {
  const holder = await startLocker();
  await end(holder.child);
  const lock = await lockDataFolder(dataDir);
  expect(JSON.parse(readFileSync(lockFile, 'utf8')).pid).toBe(process.pid);
  lock.release();
  expect(readdirSync(dataDir)).toEqual([]);
});

it('lets only one of several starting processes take over a stale lock', async () => {
  for (let round = 0; round < 3; round += 1) {
    await end((await startLocker()).child);
    const starters = await Promise.all([1, 2, 3, 4, 5].map(startLocker));
    expect(starters.filter(({ answer }) => answer === 'locked')).toHaveLength(1);
    expect(starters.filter(({ answer }) => answer.includes('in use by another Handsel'))).toHaveLength(4);
    for (const { child } of starters) await end(child);
  }
});

it('does not mistake a process with a recycled id for the holder of the lock', async () => {
  writeFileSync(lockFile, JSON.stringify({ ...describeThisProcess(), started: '1', token: 'old' }));
  (await lockDataFolder(dataDir)).release();
  writeFileSync(lockFile, JSON.stringify({ ...describeThisProcess(), boot: 'before the power cut', token: 'old' }));
  (await lockDataFolder(dataDir)).release();
});

it('takes over a stale lock despite an interrupted earlier takeover', async () => {
  const dead = JSON.stringify({ ...describeThisProcess(), started: '1', token: 'old' });
  writeFileSync(lockFile, dead);
  writeFileSync(`${lockFile}.takeover`, dead);
  (await lockDataFolder(dataDir)).release();
  expect(readdirSync(dataDir)).toEqual([]);
});

it('respects a lock from another machine while its holder updates it, then takes it over', async () => {
  const holder = await lockDataFolder(dataDir, { beat: 50 });
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  writeFileSync(lockFile, JSON.stringify({ ...lock, host: 'other', pid: 7 }));
  await expect(lockDataFolder(dataDir, { silence: 2_000 })).rejects.toThrow(
    /in use by another Handsel \(process 7 on other\)/,
  );
  holder.release();
  writeFileSync(lockFile, JSON.stringify({ ...lock, host: 'other', pid: 7 }));
  (await lockDataFolder(dataDir, { silence: 500 })).release();
});

it('takes over an unreadable lock file that no process updates', async () => {
  writeFileSync(lockFile, '');
  (await lockDataFolder(dataDir, { silence: 500 })).release();
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function startLocker(): Promise<{ child: ChildProcess; answer: string }> {
  const program = `
    import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
    const answer = await lockDataFolder(${JSON.stringify(dataDir)}).then(() => 'locked', (error) => error.message);
    process.stdout.write(answer);
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [answer] = await once(child.stdout!, 'data');
  return { child, answer: String(answer) };
}
