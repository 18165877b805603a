// npm run bench:import [-- --rows 100000] [--database embedded|postgres] [--every 50]: measures calls before and during
// an import. `--every`: milliseconds from one call to the next, even if earlier calls are still pending.
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '#server/platform/database/database.ts';
import { builtProgramPath } from '../tools/builds/server-build.ts';
import { fillForWrites } from './calls/writes.ts';
import { sendTo } from './load/send.ts';
import { addToCart } from './load/sequences.ts';
import { startProcess } from './server-process.ts';
import { KINDS, type LargeShop, withLargeShop } from './shop/large-shop.ts';
import { addPeople } from './shop/people.ts';
import { productLines } from './shop/product-files.ts';
import { percentile, printJson, printTable } from './table.ts';

type Result = { database: string; version: string; when: string; call: string } & Times;
type Times = { calls: number; p50: number; p99: number; worst: number; seconds: number };

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    database: { type: 'string' },
    every: { type: 'string', default: '50' },
  },
});
const [rows, every] = [Number(values.rows), Number(values.every)];
const PRODUCTS = 1_000;
const PEOPLE = 100;
const BEFORE_MS = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'handsel-bench-'));
const file = join(folder, 'products.csv');
const results: Result[] = [];

async function callInTurn({ url, kind, version }: LargeShop, when: string, signal: AbortSignal): Promise<void> {
  const send = sendTo(url);
  const product = (callIndex: number) => 1 + (callIndex % PRODUCTS);
  const calls: Record<string, (callIndex: number) => Promise<unknown>> = {
    browse: () => send('GET', "mobiledigital/browseProducts?page=1&not='kept'"),
    product: (callIndex) => send('GET', `mobiledigital/product?product_id=${product(callIndex)}&not='kept'`),
    'add to cart': (callIndex) => addToCart(send, 1 + (callIndex % PEOPLE)),
    cart: (callIndex) => send('GET', 'carts/mine/items', { customerId: 1 + (callIndex % PEOPLE) }),
  };
  const names = Object.keys(calls);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const underWay: Promise<unknown>[] = [];
  const began = performance.now();
  let turn = 0;
  for await (const _ of setInterval(every)) {
    if (signal.aborted) break;
    const name = names[turn % names.length] ?? '';
    const sentAt = performance.now();
    underWay.push(Promise.resolve(calls[name]?.(turn)).then(() => times.get(name)?.push(performance.now() - sentAt)));
    turn += 1;
  }
  await Promise.all(underWay);
  const seconds = (performance.now() - began) / 1_000;
  const add = (call: string, durations: number[]) =>
    results.push({
      database: kind,
      version,
      when,
      call,
      calls: durations.length,
      seconds,
      p50: percentile(durations, 0.5),
      p99: percentile(durations, 0.99),
      worst: percentile(durations, 1),
    });
  for (const [name, durations] of times) add(name, durations);
  add('all', [...times.values()].flat());
}

async function importFile(env: Record<string, string>): Promise<void> {
  const child = startProcess(builtProgramPath('command'), { env: { ...process.env, ...env }, silent: true }, [
    'import',
    file,
  ]);
  child.stdout?.pipe(process.stderr);
  child.stderr?.pipe(process.stderr);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The import ended with ${status}.`);
}

try {
  await pipeline(Readable.from(productLines.shopify(rows)), createWriteStream(file));
  for (const kind of KINDS.filter((candidate) => !values.database || candidate === values.database)) {
    const fill = async (database: Database) => {
      await addPeople(database, PEOPLE);
      await fillForWrites(database);
    };
    await withLargeShop({ kind, products: PRODUCTS, fill, env: { WEB: 'none' } }, async (large) => {
      const before = new AbortController();
      await Promise.all([callInTurn(large, 'before', before.signal), sleep(BEFORE_MS).then(() => before.abort())]);
      const during = new AbortController();
      const imported = importFile(large.env).finally(() => during.abort());
      await Promise.all([callInTurn(large, 'meanwhile', during.signal), imported]);
    });
  }
} finally {
  rmSync(folder, { recursive: true });
}
printTable(results, [
  ['database', ({ database }) => database],
  ['when', ({ when }) => when],
  ['call', ({ call }) => call],
  ['calls', ({ calls }) => calls],
  ['p50 ms', ({ p50 }) => p50],
  ['p99 ms', ({ p99 }) => p99],
  ['longest ms', ({ worst }) => worst],
  ['seconds', ({ seconds }) => seconds],
]);
printJson({ rows, every, results });
