// Load: customers take turns to act over HTTP or by bare SQL.
import { percentile } from '../table.ts';
import { type BareSql, openBareSql } from './bare-sql.ts';
import type { Figures } from './http-load.ts';
import { sendTo } from './send.ts';
import { type SequenceName, sequences } from './sequences.ts';

export type WriteJob = {
  call: SequenceName;
  way: 'ours' | 'limit';
  connections: number;
  seconds: number;
  base: string;
  database: { databaseUrl: string; dataDir: string };
  people: number;
  /**
   * `cards`: saved cards of the first customers, who check out. `from`: how many of the other customers have already
   * acted.
   */
  cards: string[];
  from: number;
};

let bareSql: BareSql | undefined;

process.on('message', async (job: WriteJob) => process.send?.(await load(job)));

async function load(job: WriteJob): Promise<Figures & { times: number }> {
  const { call, way, connections, seconds, from, cards } = job;
  const send = sendTo(job.base);
  if (way === 'limit') bareSql ??= await openBareSql(job.database);
  const bare = way === 'limit' ? bareSql : undefined;
  const runSequence = (customerId: number, card: string) =>
    bare ? bare[call](customerId) : sequences[call](send, customerId, card);
  const times: number[] = [];
  let next = from;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, worker) => {
      while (performance.now() - began < seconds * 1_000) {
        const customerId = pickCustomerId(job, worker, call === 'order list' ? 0 : next++);
        const sentAt = performance.now();
        await runSequence(customerId, cards[customerId - 1] ?? '');
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const perSecond = (times.length * 1_000) / (performance.now() - began);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { answers: times.length, perSecond, p50, p99, wrong: 0, times: next - from };
}

function pickCustomerId({ call, people, cards }: WriteJob, worker: number, turn: number): number {
  if (call === 'order list') return worker + 1;
  return call === 'checkout' ? 1 + (turn % cards.length) : cards.length + 1 + (turn % (people - cards.length));
}
