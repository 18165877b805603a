import { spawnSync } from 'node:child_process';
import { median } from '../../bench/table.ts';
import { readPostgresCpuSeconds, readProcessCpuSeconds } from './cpu-seconds.ts';

/** CPU seconds that a calibration loop takes on an idle core of the reference machine. */
const LOOP_SECONDS = 0.3;
/** In calibrated CPU seconds. A run above the target only warns; a run above the limit fails. */
export const BUDGET = { target: 1_000, limit: 1_100 };
/** At this interval the calibration loops take about 3 % of a core. */
const LOOP_EVERY_MS = 20_000;
/** Maximum ratio of the slowest to the fastest loop. Above it, the machine's speed varied, so the run only warns. */
const MAX_SPREAD = 1.5;
/** Maximum ratio of a loop's wall time to its CPU time. Above it, the cores were busy, so the run only warns. */
const MAX_WAIT = 1.25;

/** `seconds`: CPU seconds. `minutes`: wall time. `loop`: CPU seconds of the stage's median loop. */
export type Stage = { name: string; seconds: number; minutes: number; loop: number };

export type Costs = {
  stages: Stage[];
  /** `total`: CPU seconds calibrated to the machine's speed. `bare`: CPU seconds before calibration. */
  total: number;
  bare: number;
  /** `loop`: CPU seconds of the median loop. `spread`: the ratio of the slowest loop to the fastest. */
  loop: number;
  spread: number;
  /** Median ratio of a loop's wall time to its CPU time; 1 if no loop waited for a core. */
  wait: number;
  /** Ratio of a loop's CPU time in a new process to that in this process; for information only. */
  start: number;
  includesPostgres: boolean;
};

export type Meter = {
  /** Stages must not overlap. */
  stage: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Returns undefined on systems without /proc. */
  costs: () => Costs | undefined;
};

/**
 * Measures CPU seconds per stage, including PostgreSQL's, relative to the machine's speed. Calibration loops also run
 * during stages, where shared caches and cores slow them down by up to 1.7 times. `installing`: CPU seconds that
 * installing the packages took.
 */
export function createMeter({ databaseUrl, installing }: { databaseUrl: string; installing: number }): Meter {
  const first = calibrate();
  const loops = [first];
  const stages: Stage[] = installing > 0 ? [{ name: 'install', seconds: installing, minutes: 0, loop: first.cpu }] : [];
  let [includesPostgres, isCounted] = [false, true];

  async function read(): Promise<number> {
    const [ownSeconds, postgres] = [readProcessCpuSeconds(), await readPostgresCpuSeconds(databaseUrl)];
    isCounted &&= ownSeconds !== undefined;
    includesPostgres ||= postgres !== undefined;
    return (ownSeconds ?? 0) + (postgres ?? 0);
  }
  return {
    async stage(name, work) {
      const [began, before] = [Date.now(), await read()];
      const during: number[] = [];
      const timer = setInterval(() => during.push(runLoop().cpu), LOOP_EVERY_MS);
      const result = await work().finally(() => clearInterval(timer));
      const seconds = (await read()) - before - during.reduce((sum, cpu) => sum + cpu, 0);
      const minutes = (Date.now() - began) / 60_000;
      const earlier = loops.at(-1) ?? first;
      const later = calibrate();
      loops.push(later);
      stages.push({ name, seconds, minutes, loop: median([earlier.cpu, ...during, later.cpu]) });
      return result;
    },
    costs: () => (isCounted ? { ...calibrateCosts(stages, loops), includesPostgres } : undefined),
  };
}

export function calibrateCosts(
  stages: readonly Stage[],
  loops: readonly Calibration[],
): Omit<Costs, 'includesPostgres'> {
  const cpu = loops.map((loop) => loop.cpu);
  const scaled = stages.map((stage) => ({ ...stage, seconds: (stage.seconds * LOOP_SECONDS) / stage.loop }));
  return {
    stages: scaled,
    total: sumOfSeconds(scaled),
    bare: sumOfSeconds(stages),
    loop: median(cpu),
    spread: Math.max(...cpu) / Math.min(...cpu),
    wait: median(loops.map((loop) => loop.wall / loop.cpu)),
    start: median(loops.map((loop) => loop.newProcess / loop.cpu)),
  };
}

function sumOfSeconds(stages: readonly Stage[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

type Judged = Pick<Costs, 'total' | 'spread' | 'wait' | 'includesPostgres'>;

/** Returns an error, which fails the run, or only a warning. The budget assumes PostgreSQL. */
export function judge(costs: Judged | undefined): { error?: string; warning?: string } {
  if (costs === undefined) return { warning: 'This system has no /proc: the CPU seconds of the run are unknown.' };
  const total = Math.round(costs.total);
  if (total <= BUDGET.target) return {};
  const overrun = `The run took ${total} calibrated CPU seconds. The budget is ${BUDGET.target}, the limit ${BUDGET.limit}.`;
  if (total <= BUDGET.limit) return { warning: overrun };
  const excuse = findExcuse(costs);
  if (excuse !== undefined) return { warning: `${overrun} The run does not fail for this, because ${excuse}.` };
  return { error: `${overrun} Make the slowest files cheaper, or move tests that only guard details to test:all.` };
}

function findExcuse({ spread, wait, includesPostgres }: Judged): string | undefined {
  if (wait > MAX_WAIT) return 'other programs kept the cores busy';
  if (spread > MAX_SPREAD) return `the machine's speed varied by ${spread.toFixed(1)} meanwhile`;
  return includesPostgres ? undefined : 'the embedded database makes calls more expensive';
}

type Loop = { cpu: number; wall: number };

type Calibration = Loop & { newProcess: number };

function calibrate(): Calibration {
  const [, ...loops] = [0, 1, 2, 3].map(runLoop);
  const middle = loops.toSorted((a, b) => a.cpu - b.cpu)[1] as Loop;
  const program = `console.log(JSON.stringify((${runLoop})()))`;
  const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  return { ...middle, newProcess: (JSON.parse(stdout) as Loop).cpu };
}

/** Uses only globals, because its source also runs in a new process. */
function runLoop(): Loop {
  const [start, began] = [process.cpuUsage(), performance.now()];
  for (let round = 0; round < 40; round += 1) {
    const map = new Map<number, number>();
    for (let key = 0; key < 60_000; key += 1) map.set(key, round);
    JSON.parse(JSON.stringify([...map]));
  }
  const { user, system } = process.cpuUsage(start);
  return { cpu: (user + system) / 1_000_000, wall: (performance.now() - began) / 1_000 };
}
