// npm run bench:start [-- --starts 5] [--database embedded|postgres] [--seconds 20]: measures time to the first list
// and page, memory and package size, compared with bare Fastify.
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from '#e2e/steps/server.ts';
import type { DatabaseKind } from '#server/platform/database/database.ts';
import { measureInstalledSize } from './installed-size.ts';
import type { Figures, HttpJob } from './load/http-load.ts';
import { ask, startProcess, startServer, stopServer } from './server-process.ts';
import { benchSettings, KINDS } from './shop/large-shop.ts';
import { onPostgres, POSTGRES, readServerVersion } from './shop/on-postgres.ts';
import { median, printJson, printTable } from './table.ts';

type Started = { way: 'ours' | 'limit'; database: DatabaseKind };
/** `list` and `page` are in milliseconds, `idle` and `loaded` in MB of resident memory. */
type Result = Started & { list: number; page: number; idle: number | null; loaded: number | null; perSecond: number };

const IDLE_MS = 10_000;
const CONNECTIONS = 16;
const WAYS = {
  ours: {
    command: ['../tools/bootstrap.mjs', 'start'],
    list: '/rest/default/V1/mobiledigital/browseProducts?page=1',
    page: '/browse',
  },
  limit: { command: ['load/bare-shop.ts'], list: '/list', page: '/page' },
} as const;
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/handsel-compile');

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    starts: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
});
const results: Result[] = [];
let postgres: string | undefined;
for (const kind of KINDS.filter((candidate) => !values.database || candidate === values.database)) {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-'));
  try {
    if (kind === 'embedded') await measureBoth(kind, folder, '');
    else
      await onPostgres(POSTGRES, async (database, url) => {
        postgres = await readServerVersion(database);
        await measureBoth(kind, folder, url);
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const installed = measureInstalledSize();
printTable(results, [
  ['database', ({ database }) => database],
  ['what', ({ way }) => way],
  ['first list ms', ({ list }) => list],
  ['first page ms', ({ page }) => page],
  ['idle MB', ({ idle }) => idle],
  ['after load MB', ({ loaded }) => loaded],
  ['answers/s', ({ perSecond }) => perSecond],
]);
printTable(installed.largest, [
  ['package', ([name]) => name],
  ['MB', ([, megabytes]) => megabytes],
]);
console.log(
  `${installed.packages} packages, ${installed.megabytes.toFixed(0)} MB; Node ${installed.node.toFixed(0)} MB`,
);
printJson({ postgres, results, installed });

/** Starts the shop and bare Fastify on a database that already holds the demo data. */
async function measureBoth(database: DatabaseKind, folder: string, databaseUrl: string): Promise<void> {
  // Closing the shop during its start jobs would log errors, so only fatal errors are logged.
  const env = { LOG_LEVEL: 'fatal', SEED: 'demo', DATA_DIR: folder, DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE };
  await stopServer(await startServer({ ...benchSettings(await findFreePort()), ...env }));
  const copy = join(folder, 'copy');
  if (database === 'embedded') cpSync(join(folder, 'db'), join(copy, 'db'), { recursive: true });
  results.push(await measure({ way: 'ours', database }, env));
  results.push(await measure({ way: 'limit', database }, { ...env, DATA_DIR: copy }));
}

async function measure(subject: Started, env: Record<string, string>): Promise<Result> {
  const way = WAYS[subject.way];
  const times: { list: number; page: number }[] = [];
  for (let left = Number(values.starts); ; left -= 1) {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const began = performance.now();
    const [file, ...argv] = way.command;
    const child = startProcess(file, { env: { ...process.env, ...benchSettings(port), ...env }, silent: true }, argv);
    child.stderr?.pipe(process.stderr);
    await waitUntilAnswered(url + way.list, child);
    const list = performance.now() - began;
    await waitUntilAnswered(url + way.page, child);
    times.push({ list, page: performance.now() - began });
    const memory = left > 1 ? null : await measureMemory(child, url, way);
    await stopServer(child);
    if (!memory) continue;
    const middle = (name: 'list' | 'page') => median(times.map((time) => time[name]));
    return { ...subject, list: middle('list'), page: middle('page'), ...memory };
  }
}

async function waitUntilAnswered(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) {
      await answer.arrayBuffer();
      return;
    }
    await sleep(5);
  }
  throw new Error(`The server of ${url} exited during startup.`);
}

type Memory = Pick<Result, 'idle' | 'loaded' | 'perSecond'>;

async function measureMemory(
  { pid = 0 }: ChildProcess,
  url: string,
  { list, page }: (typeof WAYS)['ours' | 'limit'],
): Promise<Memory> {
  await sleep(IDLE_MS);
  const serving = findLastDescendant(pid);
  const idle = readMemoryMegabytes(serving);
  const load = startProcess('load/http-load.ts');
  const requests = [list, page].map((path) => ({ path, headers: { 'accept-encoding': 'gzip, deflate, br' } }));
  const job: HttpJob = { url, connections: CONNECTIONS, seconds: Number(values.seconds), requests };
  const { perSecond, wrong } = await ask<Figures>(load, job);
  if (wrong > 0) throw new Error(`${wrong} responses were wrong.`);
  load.kill();
  return { idle, loaded: readMemoryMegabytes(serving), perSecond };
}

function findLastDescendant(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/children`;
  const [child] = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
  return child === undefined ? pid : findLastDescendant(Number(child));
}

function readMemoryMegabytes(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8')) ?? [];
  return kilobytes === undefined ? null : (Number(kilobytes) * 1_024) / 1e6;
}
