import type { DatabaseKind } from '#server/platform/database/database.ts';
import type { Figures } from '../load/http-load.ts';
import { type Column, median } from '../table.ts';

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
export type Compared<Turn extends Figures = Figures> = Record<Way, Turn> & { ratio: number };

/** Alternates between the shop and the bare limit, so that other load affects both equally. Returns medians. */
export async function compareInTurns<Turn extends Figures>(
  rounds: number,
  run: (way: Way) => Promise<Turn>,
): Promise<Compared<Turn>> {
  const done: Record<Way, Turn[]> = { ours: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) for (const way of WAYS) done[way].push(await run(way));
  const ratios = done.ours.map(({ perSecond }, index) => perSecond / (done.limit[index]?.perSecond ?? Number.NaN));
  return { ours: computeMedians(done.ours), limit: computeMedians(done.limit), ratio: median(ratios) };
}

function computeMedians<Turn extends Record<string, number>>(turns: readonly Turn[]): Turn {
  const names = Object.keys(turns[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(turns.map((turn) => turn[name] ?? Number.NaN))])) as Turn;
}

export const COMPARED: Column<Compared>[] = [
  ['ours/s', ({ ours }) => ours.perSecond],
  ['p50 ms', ({ ours }) => ours.p50],
  ['p99 ms', ({ ours }) => ours.p99],
  ['limit/s', ({ limit }) => limit.perSecond],
  ['p50 ms', ({ limit }) => limit.p50],
  ['p99 ms', ({ limit }) => limit.p99],
  ['ratio', ({ ratio }) => ratio],
];
