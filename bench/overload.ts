// npm run bench:overload [-- --times 5] [--seconds 20] [--database postgres]: measures responses, payments, memory and
// recovery while too many pages are requested. Exits with 1 on a status other than 200 or 503.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fillForWrites } from './calls/writes.ts';
import type { Flooded, FloodJob } from './load/flood-load.ts';
import { sendTo } from './load/send.ts';
import { checkout, createSavedCard } from './load/sequences.ts';
import { ask, startProcess } from './server-process.ts';
import { KINDS, type LargeShop, withLargeShop } from './shop/large-shop.ts';
import { addPeople } from './shop/people.ts';
import { percentile, printJson, printTable } from './table.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    products: { type: 'string', default: '10000' },
    database: { type: 'string' },
  },
});
const [times, seconds] = [Number(values.times), Number(values.seconds)];
const CUSTOMERS = 4;
/** The shop has recovered when five pages in a row each take at most twice as long as before, plus 100 ms. */
const IN_A_ROW = 5;
const SPARE_MS = 100;
const GIVES_UP_MS = 60_000;

type Phase = Flooded & {
  database: string;
  when: string;
  bought: number;
  failed: number;
  payP50: number;
  payP99: number;
};
const phases: Phase[] = [];
const recoveries: { database: string; before: number; peak: number; after: number; recoveredMs: number }[] = [];

for (const kind of KINDS.filter((candidate) => !values.database || candidate === values.database)) {
  const fill = async (database: Parameters<typeof addPeople>[0]) => {
    await addPeople(database, CUSTOMERS + 1);
    await fillForWrites(database);
  };
  await withLargeShop({ kind, products: Number(values.products), fill }, measure);
}

async function measure({ kind, url, pid }: LargeShop): Promise<void> {
  const send = sendTo(url);
  const cards = new Map<number, string>();
  for (let customerId = 1; customerId <= CUSTOMERS; customerId += 1)
    cards.set(customerId, await createSavedCard(send, customerId));
  const load = startProcess('load/flood-load.ts');
  const flooded = async (when: string, job: Omit<FloodJob, 'url' | 'seconds'>): Promise<Phase> => {
    const buying = buyUntil(cards, send);
    const flood = await ask<Flooded>(load, { url, seconds, ...job } satisfies FloodJob);
    const phase = { ...flood, database: kind, when, ...(await buying.stop()) };
    phases.push(phase);
    return phase;
  };
  const can = await flooded('as many as it can', { connections: 16, rate: null });
  const before = readMemoryMegabytes(pid);
  const memory = { peak: 0 };
  const watching = setInterval(() => (memory.peak = Math.max(memory.peak, readMemoryMegabytes(pid))), 200);
  await flooded(`${times} times that`, { connections: 500, rate: can.perSecond * times });
  const recoveredMs = await waitForRecovery(url, can.p50);
  clearInterval(watching);
  await flooded('afterwards', { connections: 16, rate: null });
  recoveries.push({ database: kind, before, peak: memory.peak, after: readMemoryMegabytes(pid), recoveredMs });
  load.kill();
}

function buyUntil(cards: ReadonlyMap<number, string>, send: ReturnType<typeof sendTo>) {
  const durations: number[] = [];
  let failed = 0;
  let isOver = false;
  const buying = [...cards].map(async ([customerId, card]) => {
    while (!isOver) {
      const began = performance.now();
      try {
        await checkout(send, customerId, card);
        durations.push(performance.now() - began);
      } catch {
        failed += 1;
        await sleep(200);
      }
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(buying);
      return {
        bought: durations.length,
        failed,
        payP50: percentile(durations, 0.5),
        payP99: percentile(durations, 0.99),
      };
    },
  };
}

async function waitForRecovery(url: string, usualMs: number): Promise<number> {
  const began = performance.now();
  for (let row = 0, attempt = 0; row < IN_A_ROW; attempt += 1) {
    const askedAt = performance.now();
    const { status } = await fetch(`${url}/search?q=lantern&price_min=${attempt + 7}&price_max=777`);
    const isUsual = status === 200 && performance.now() - askedAt <= 2 * usualMs + SPARE_MS;
    row = isUsual ? row + 1 : 0;
    if (performance.now() - began > GIVES_UP_MS) throw new Error('The shop did not recover within a minute.');
  }
  return performance.now() - began;
}

/** Returns resident memory in MB. */
function readMemoryMegabytes(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kB) * 1_024) / 1e6;
}

printTable(phases, [
  ['database', ({ database }) => database],
  ['pages requested', ({ when }) => when],
  ['served/s', ({ perSecond }) => perSecond],
  ['p50 ms', ({ p50 }) => p50],
  ['p99 ms', ({ p99 }) => p99],
  ['refused', ({ refused }) => refused],
  ['wrong', ({ wrong }) => wrong],
  ['bought', ({ bought }) => bought],
  ['not', ({ failed }) => failed],
  ['buying p50 ms', ({ payP50 }) => payP50],
  ['p99 ms', ({ payP99 }) => payP99],
]);
printTable(recoveries, [
  ['database', ({ database }) => database],
  ['memory before, MB', ({ before }) => before],
  ['at most', ({ peak }) => peak],
  ['afterwards', ({ after }) => after],
  ['recovered after ms', ({ recoveredMs }) => recoveredMs],
]);
printJson({ times, seconds, phases, recoveries });
if (phases.some(({ wrong }) => wrong > 0)) process.exitCode = 1;
