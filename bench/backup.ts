// npm run bench:backup [-- --orders 100000] [--cards 20000] [--products 10000] [--database embedded|postgres]: measures
// backups of a running shop, their effect on calls, and restores. Exits with 1 if a restored ledger differs.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open/open-database.ts';
import { builtProgramPath } from '../tools/builds/server-build.ts';
import { type Ledger, readLedger, sellCards } from './shop/cards.ts';
import { KINDS, type LargeShop, withLargeShop } from './shop/large-shop.ts';
import { onPostgres, POSTGRES } from './shop/on-postgres.ts';
import { addOrders, REGULARS } from './shop/orders.ts';
import { addPeople, toCustomerBearer } from './shop/people.ts';
import { percentile, printJson, printTable } from './table.ts';

type Ran = { seconds: number; peakMb: number };
type Calls = { calls: number; p50: number; p99: number; slowest: number };
type Result = {
  database: DatabaseKind;
  subject: string;
  seconds?: number;
  peakMb?: number;
  mb?: number;
} & Partial<Calls>;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    cards: { type: 'string', default: '20000' },
    products: { type: 'string', default: '10000' },
    database: { type: 'string' },
  },
});
const [orders, cards, products] = [Number(values.orders), Number(values.cards), Number(values.products)];
const AT_ONCE = 4;
const BEFORE_MS = 10_000;
const results: Result[] = [];
const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-backup-'));

try {
  for (const kind of KINDS.filter((candidate) => !values.database || candidate === values.database)) {
    let ledger: Ledger | undefined;
    const fill = async (database: Database) => {
      await addPeople(database, orders);
      await addOrders(database, { count: orders, products });
      await sellCards(database, cards);
      ledger = await readLedger(database);
    };
    const file = join(folder, `${kind}.backup`);
    await withLargeShop({ kind, products, fill, env: { WEB: 'none' } }, (shop) => measure(shop, file));
    for (const to of KINDS) {
      const restored = await restore(kind, to, file);
      if (!isDeepStrictEqual(restored, ledger))
        throw new Error(`${JSON.stringify(restored)} of ${JSON.stringify(ledger)}`);
    }
    results.push({ database: kind, subject: `ledger, ${JSON.stringify(ledger)}` });
  }
} finally {
  rmSync(folder, { recursive: true });
}
printTable(results, [
  ['database', ({ database }) => database],
  ['what', ({ subject }) => subject],
  ['s', ({ seconds = null }) => seconds],
  ['tool MB', ({ peakMb = null }) => peakMb],
  ['file MB', ({ mb = null }) => mb],
  ['calls', ({ calls = null }) => calls],
  ['p50 ms', ({ p50 = null }) => p50],
  ['p99 ms', ({ p99 = null }) => p99],
  ['slowest ms', ({ slowest = null }) => slowest],
]);
printJson({ orders, cards, products, results });

async function measure({ kind, url, env }: LargeShop, file: string): Promise<void> {
  await measureCalls(url, sleep(2_000));
  results.push({ database: kind, subject: 'calls without', ...(await measureCalls(url, sleep(BEFORE_MS))).calls });
  const { calls, result } = await measureCalls(url, run(env, 'backup', file));
  results.push({ database: kind, subject: 'backup', ...result, mb: statSync(file).size / 1_048_576, ...calls });
}

async function measureCalls<T>(url: string, work: Promise<T>): Promise<{ calls: Calls; result: T }> {
  const times: number[] = [];
  let isOver = false;
  const result = work.finally(() => {
    isOver = true;
  });
  const paths = (turn: number) => [
    ['mobiledigital/orders', toCustomerBearer(1 + (turn % REGULARS))],
    [`mobiledigital/product?product_id=${1 + ((turn * 37) % products)}&not='kept'`, ''],
    ['carts/mine', toCustomerBearer(1 + (turn % REGULARS))],
    [`mobiledigital/browseProducts?page=${1 + (turn % 20)}&not='kept'`, ''],
  ];
  const caller = async (first: number) => {
    for (let turn = first; !isOver; turn += AT_ONCE) {
      const [path = '', bearer = ''] = paths(turn)[(turn >> 2) % 4] ?? [];
      const began = performance.now();
      const headers = {
        'x-forwarded-for': `10.0.${turn % 250}.1`,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      };
      const answer = await fetch(`${url}/rest/default/V1/${path}`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} returned status ${answer.status}.`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => caller(index)));
  const calls = {
    calls: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: Math.max(...times),
  };
  return { calls, result: await result };
}

async function restore(from: DatabaseKind, to: DatabaseKind, file: string): Promise<Ledger | undefined> {
  const data = join(folder, `${from}-${to}`);
  const into = async (DATABASE_URL: string) => {
    const ran = await run({ DATA_DIR: data, DATABASE_URL }, 'restore', file, '--unsigned');
    results.push({ database: from, subject: `restore into ${to}`, ...ran });
  };
  let ledger: Ledger | undefined;
  if (to === 'embedded') {
    await into('');
    const database = await openDatabase({ dataDir: data });
    ledger = await readLedger(database).finally(() => database.close());
  } else
    await onPostgres(POSTGRES, async (database, url) => {
      await into(url);
      ledger = await readLedger(database);
    });
  rmSync(data, { recursive: true, force: true });
  return ledger;
}

async function run(env: Record<string, string>, ...words: string[]): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [builtProgramPath('command'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peakMb = Math.max(peakMb, Number(kilobytes ?? 0) / 1_024);
    } catch {
      // Reading `/proc` fails on systems other than Linux, and once the process has ended.
    }
  }, 100);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}.`);
  return { seconds: (performance.now() - began) / 1_000, peakMb };
}
