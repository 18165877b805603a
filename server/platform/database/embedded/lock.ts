import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { checkHolderState, describeThisProcess, type Holder } from './lock-holder.ts';

export interface FolderLock {
  release: () => void;
}

export interface LockOptions {
  /** Heartbeat interval in milliseconds */
  beat?: number;
  /** Milliseconds without a heartbeat after which a lock from another machine or container is stale */
  silence?: number;
}

type LockFile = Holder & { token: string };

/**
 * Locks the data folder. Throws if another live process holds it, because two would corrupt an embedded database. Takes
 * over a stale lock; a second lock (`.takeover`) and another check ensure that only one of several starting processes
 * wins.
 */
export async function lockDataFolder(dataDir: string, options: LockOptions = {}): Promise<FolderLock> {
  const path = join(dataDir, 'handsel.lock');
  const { beat = 2_000, silence = 20_000 } = options;
  ensureWritableFolder(dataDir, path);
  const token = await acquireLock(path, { dataDir, silence });
  const heart = setInterval(() => showLife(path, token), beat);
  heart.unref();
  return {
    release() {
      clearInterval(heart);
      releaseLock(path, token);
    },
  };
}

/** Creates the data folder and tests writing to it, because an existing folder may be read-only. */
function ensureWritableFolder(dataDir: string, path: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    rmSync(writeDraft(path, randomUUID()));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const sentence = `The data folder ${dataDir} is not writable (${code}). Set DATA_DIR to a writable folder.`;
    throw operatorError({ code: 'data-folder', sentence, cause });
  }
}

async function acquireLock(path: string, context: { dataDir: string; silence: number }): Promise<string> {
  const token = randomUUID();
  if (place(path, token)) return token;
  if (await isHeld(path, context.silence)) throw inUseError(path, context.dataDir);
  const takeover = `${path}.takeover`;
  const permit = await acquireLock(takeover, context);
  try {
    const left = readLock(path);
    if (left === undefined) {
      if (place(path, token)) return token;
      throw inUseError(path, context.dataDir);
    }
    if (await isHeld(path, context.silence)) throw inUseError(path, context.dataDir);
    renameSync(writeDraft(path, token), path);
    return token;
  } finally {
    releaseLock(takeover, permit);
  }
}

/** Creates the lock as a hard link, because a file that is opened and written may appear half-written. */
function place(path: string, token: string): boolean {
  const written = writeDraft(path, token);
  try {
    linkSync(written, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return placeWithoutLink(path, token);
  } finally {
    rmSync(written, { force: true });
  }
}

/** Fallback for file systems without hard links (FAT, some network folders). */
function placeWithoutLink(path: string, token: string): boolean {
  try {
    writeFileSync(path, formatLock(token), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function writeDraft(path: string, token: string): string {
  const written = `${path}.${token}`;
  writeFileSync(written, formatLock(token));
  return written;
}

function formatLock(token: string): string {
  return `${JSON.stringify({ token, ...describeThisProcess() } satisfies LockFile)}\n`;
}

/** If the holder's process cannot be checked, the lock is held as long as heartbeats continue. */
async function isHeld(path: string, silence: number): Promise<boolean> {
  const lock = readLock(path);
  if (lock === undefined) return false;
  const state = checkHolderState(lock);
  if (state !== 'unknown') return state === 'alive';
  const seen = readLastBeat(path);
  for (let waited = 0; waited < silence; waited += 250) {
    await sleep(250);
    if (readLastBeat(path) !== seen) return readLock(path) !== undefined;
  }
  return false;
}

function readLock(path: string): LockFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    // The disk failed or filled up during the write, so only heartbeats show whether the holder is alive.
    return { token: '', pid: 0, host: '', processSpace: '', boot: '', started: '' };
  }
}

function readLastBeat(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function showLife(path: string, token: string): void {
  const lock = readLock(path);
  if (lock === undefined) return;
  if (lock.token !== token) {
    // Thrown from a timer, this error ends the process: it slept, another process took over, and two would corrupt the
    // database.
    throw new Error('Another Handsel has taken over the data folder, so this one stops.');
  }
  const seconds = (performance.timeOrigin + performance.now()) / 1_000;
  utimesSync(path, seconds, seconds);
}

function releaseLock(path: string, token: string): void {
  if (readLock(path)?.token === token) rmSync(path, { force: true });
}

function inUseError(path: string, dataDir: string): Error {
  const lock = readLock(path.replace(/(\.takeover)+$/, ''));
  const thisProcess = describeThisProcess();
  const where = lock === undefined || lock.host === thisProcess.host ? '' : ` on ${lock.host}`;
  const holder = lock === undefined || lock.pid === 0 ? '' : ` (process ${lock.pid}${where})`;
  return operatorError({
    code: 'data-folder-in-use',
    sentence:
      `The data folder ${dataDir} is in use by another Handsel${holder}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  });
}
