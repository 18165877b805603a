import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName } from '#contract/calls.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import type { ReadPhone } from '#test/support/customer.ts';
import { callUrl, type Send } from '#test/support/shop.ts';
import { storedRows } from '#test/support/stored.ts';
import { builtProgramPath } from '../../tools/builds/server-build.ts';
import { fillFolder, hashOfFiles } from './seeded-folder.ts';

const root = join(import.meta.dirname, '../..');
const drawn = hashOfFiles(['server/platform/pictures/**/*.ts', 'package-lock.json']);

export type RunningServer = {
  url: string;
  pid: number;
  send: Send;
  phone: ReadPhone;
  moveTo(instant: string): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

export function createDataFolder(): { path: string; remove: () => void } {
  const path = join(tmpdir(), `handsel-e2e-${randomUUID()}`);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Starts the built server and waits until it is ready. Embedded shops copy a cached first start. `cwd`: the folder with
 * the served build/. `program`: what to run.
 */
export async function startServer(
  env: Record<string, string>,
  cwd?: string,
  program?: string[],
): Promise<RunningServer> {
  const { DATA_DIR: folder, DATABASE_URL: elsewhere } = env;
  if (folder && !elsewhere && !existsSync(folder)) {
    await fillFolder(folder, async (empty) => {
      const first = await start({ DATA_DIR: empty, DATABASE_URL: '', WEB: 'none', HUMAN_CHECK: 'none' });
      await first.stop();
      const database = await openDatabase({ dataDir: empty });
      await storedRows(database).remove('keyChecks');
      await database.close();
    });
  }
  if (folder && env.PICTURES_AHEAD !== '1') sharePictures(folder);
  return start(env, cwd, program);
}

/**
 * Shares pictures among servers, because redrawing them took a fifth of the time of a journey. Each version of the
 * drawing code has its own folder.
 */
function sharePictures(folder: string): void {
  const [shared, ownFolder] = [
    join(root, 'node_modules/.cache/handsel', `pictures-${drawn}`),
    join(folder, 'pictures'),
  ];
  mkdirSync(shared, { recursive: true });
  mkdirSync(folder, { recursive: true });
  if (!existsSync(ownFolder)) symlinkSync(shared, ownFolder, 'junction');
}

/** Retries on another port if a parallel test took the port. */
async function start(
  env: Record<string, string>,
  cwd = root,
  program = [builtProgramPath('main')],
): Promise<RunningServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      const PORT = env.PORT ?? String(await findFreePort());
      return await startOn({ ...env, PORT }, cwd, program);
    } catch (error) {
      if (env.PORT !== undefined || tries === 3 || !/Port \d+ is taken/.test(String(error))) throw error;
    }
  }
}

async function startOn(env: Record<string, string>, cwd: string, program: string[]): Promise<RunningServer> {
  const url = `http://127.0.0.1:${env.PORT}`;
  const publicUrl = env.PUBLIC_URL ?? url;
  const child = spawn(process.execPath, program, {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      CLOCK: 'movable',
      LOG_LEVEL: 'warn',
      PICTURES_AHEAD: '0',
      ...env,
      PUBLIC_URL: publicUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await waitUntilReady({ url, publicUrl }, child, () => output);
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exit;
  };
  return {
    url,
    pid: child.pid ?? 0,
    send: sendTo(url),
    phone: async (to) => (await fetch(`${url}/phone/messages?to=${encodeURIComponent(to)}`)).json(),
    async moveTo(instant) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/clock`, { method: 'POST', headers, body: JSON.stringify({ now: instant }) });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

type Addresses = { url: string; publicUrl: string };

async function waitUntilReady(
  { url, publicUrl }: Addresses,
  child: ChildProcess,
  readOutput: () => string,
): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start: ${readOutput()}`);
    // Checks the server's own log first, because another server may use the port.
    const isOpen = readOutput().includes(`Handsel is open at ${publicUrl}/`);
    if (isOpen && (await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    await sleep(100);
  }
  throw new Error(`The server was not ready after a minute: ${readOutput()}`);
}

export function sendTo(base: string): Send {
  return async <Name extends CallName>(name: Name, options = {}) => {
    const { method, url } = callUrl(name, options as never);
    const { token, body, key } = options as { token?: string; body?: unknown; key?: string };
    const answer = await fetch(base + url, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
}
