import type { DatabaseKind } from '#server/database/open.ts';
import type { Figures } from '../load/http-load.ts';
import { type Column, median } from '../table.ts';

/** What a run measures: `word` narrows it to calls that have it in their name. */
export type Wanted = {
  kinds: readonly DatabaseKind[];
  products: number;
  connections: readonly number[];
  rounds: number;
  seconds: number;
  word: string;
};

const WAYS = ['ours', 'limit'] as const;
export type Way = (typeof WAYS)[number];
export type Compared = Record<Way, Figures> & { ratio: number };

/** Ours and its limit in turns, so that what else the machine does strikes both; the medians of the rounds. */
export async function inTurns(rounds: number, run: (way: Way) => Promise<Figures>): Promise<Compared> {
  const done: Record<Way, Figures[]> = { ours: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) for (const way of WAYS) done[way].push(await run(way));
  const ratios = done.ours.map(({ perSecond }, at) => perSecond / (done.limit[at]?.perSecond ?? Number.NaN));
  return { ours: middle(done.ours), limit: middle(done.limit), ratio: median(ratios) };
}

function middle(figures: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((one) => one[name]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), wrong: of('wrong') };
}

/** The columns that every comparison ends with. */
export const COMPARED: Column<Compared>[] = [
  ['ours/s', ({ ours }) => ours.perSecond],
  ['p50 ms', ({ ours }) => ours.p50],
  ['p99 ms', ({ ours }) => ours.p99],
  ['limit/s', ({ limit }) => limit.perSecond],
  ['p50 ms', ({ limit }) => limit.p50],
  ['p99 ms', ({ limit }) => limit.p99],
  ['ratio', ({ ratio }) => ratio],
];
