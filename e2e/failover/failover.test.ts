import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeededRandom } from '#test/support/random.ts';
import { findDifferences, findUnfinishedWork } from '../chaos/books.ts';
import { LATER } from '../chaos/many-servers.ts';
import { startPeople } from '../chaos/people.ts';
import type { Loss } from './cluster.ts';
import { type FailoverShop, startFailoverShop } from './failover-shop.ts';
import { findFailoverPrograms, readProgramVersions } from './programs.ts';

const SEED = Number(process.env.FAILOVER_SEED || 12);
const KILLS = Number(process.env.FAILOVER_KILLS || 3);
const LONGEST_OUTAGE_SECONDS = 30;
const SOON = { timeout: 120_000, interval: 500 };
const LOSSES: readonly Loss[] = ['killed', 'killed with its PgBouncer', 'silent'];
/** Milliseconds without faults before and after each fault. */
const QUIET_MS = 5_000;

type People = Awaited<ReturnType<typeof startPeople>>;
type Row = { fault: string; purchases: number; 'longest gap, s': number; 'sent again': number } & {
  [more: string]: string | number;
};

const found = findFailoverPrograms();
if ('missing' in found) throw new Error(found.missing);
const { programs } = found;
const random = createSeededRandom(SEED);
let shop: FailoverShop;
beforeAll(async () => {
  shop = await startFailoverShop(programs, random);
});
afterAll(() => shop?.close());

it(`loses no acknowledged operation when the primary fails ${KILLS} times and servers are replaced (seed ${SEED})`, async () => {
  const people = await startPeople(shop, random);
  const rows: Row[] = [];
  async function goWrong(): Promise<void> {
    for (let index = 0; index < KILLS; index += 1)
      rows.push(await losePrimary(people, LOSSES[index % LOSSES.length] as Loss));
    rows.push(await replaceServers(people));
  }
  await Promise.race([goWrong(), people.failed]);
  await people.stop();
  for (const server of shop.servers()) await server.moveTo(LATER);
  await expect.poll(() => findUnfinishedWork(shop), SOON).toEqual([]);
  const { orders, redemptions, refunds } = people.acknowledged;
  const done = { seed: SEED, orders: orders.size, sales: redemptions.size, refunds: refunds.size };
  process.stdout.write(
    `Failover ${JSON.stringify({ ...done, ...readProgramVersions(programs) })}\n${formatTable(rows)}\n`,
  );
  expect(await findDifferences(shop, people.acknowledged)).toEqual([]);
  expect(Math.max(...rows.map((row) => row['longest gap, s']))).toBeLessThan(LONGEST_OUTAGE_SECONDS);
  expect(shop.missed.filter(({ reason }) => reason.startsWith('{"status":500'))).toEqual([]);
});

async function losePrimary(people: People, loss: Loss): Promise<Row> {
  await sleep(QUIET_MS + random(QUIET_MS));
  const from = performance.now();
  const lost = await shop.cluster.losePrimary(loss);
  const promoted = performance.now();
  await expect.poll(() => listPurchaseTimes(people, promoted).length, SOON).toBeGreaterThan(0);
  await sleep(QUIET_MS);
  const rejoinStart = performance.now();
  const { rewound } = await shop.cluster.rejoin(lost, loss);
  return {
    ...measureOutage(people, `primary ${loss}`, from),
    'promoted, s': toSeconds(promoted - from),
    'standby again, s': toSeconds(performance.now() - rejoinStart),
    rewound: rewound ? 'yes' : 'no',
  };
}

async function replaceServers(people: People): Promise<Row> {
  const from = performance.now();
  for (const index of shop.servers().keys()) {
    await shop.restart(index, 'stop');
    await sleep(QUIET_MS);
  }
  expect(shop.missed.filter(({ time }) => time > from)).toEqual([]);
  return measureOutage(people, `${shop.servers().length} servers replaced`, from);
}

const listPurchaseTimes = ({ acknowledged }: People, from: number): number[] =>
  [...acknowledged.orders.values()].filter((time) => time > from);

function measureOutage(people: People, fault: string, from: number): Row {
  const purchases = listPurchaseTimes(people, from);
  // Includes the last purchase before the fault, which begins the outage.
  const before = Math.max(...[...people.acknowledged.orders.values()].filter((time) => time <= from));
  const times = [before, ...purchases, performance.now()].sort((first, two) => first - two);
  return {
    fault,
    purchases: purchases.length,
    'longest gap, s': toSeconds(Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))),
    'sent again': shop.missed.filter(({ time }) => time > from).length,
  };
}

const toSeconds = (ms: number): number => Number((ms / 1_000).toFixed(1));

function formatTable(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [heads, ...rows.map((row) => heads.map((head) => String(row[head] ?? '')))];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map((line) => `| ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  return [written[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...written.slice(1)].join('\n');
}
