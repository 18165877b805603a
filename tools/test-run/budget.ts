import { spawnSync } from 'node:child_process';
import { median } from '../../bench/table.ts';
import { ownCpuSeconds, postgresCpuSeconds } from './cpu-seconds.ts';

/** CPU seconds of a loop on an idle core of the reference machine. */
const LOOP_SECONDS = 0.3;
/** In calibrated CPU seconds: a run warns above the target and fails above the limit. */
export const BUDGET = { target: 1_000, limit: 1_100 };
/** The loops take about 3 % of a core. */
const LOOP_EVERY_MS = 20_000;
/** Maximum ratio of slowest to fastest loop. Above it, the run only warns. */
const MAX_SPREAD = 1.5;
/** Maximum ratio of a loop's wall to CPU time. Above it, the run only warns. */
const MAX_WAIT = 1.25;

/** CPU seconds, wall minutes, and CPU seconds of the median loop. */
export type Stage = { name: string; seconds: number; minutes: number; loop: number };

export type Costs = {
  stages: Stage[];
  /** Calibrated and measured CPU seconds */
  total: number;
  bare: number;
  /** Median loop in CPU seconds, and ratio of slowest to fastest */
  loop: number;
  spread: number;
  /** Median ratio of wall to CPU time; 1 if no loop waited for a core */
  wait: number;
  /** CPU ratio of a loop in a new process; informational only */
  start: number;
  includesPostgres: boolean;
};

export type Meter = {
  /** Stages must not overlap. */
  stage: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Undefined on systems without /proc */
  costs: () => Costs | undefined;
};

/**
 * Measures CPU seconds per stage, including PostgreSQL's, relative to machine speed. Loops also run during stages,
 * where shared caches and cores slow them down up to 1.7 times. `installing`: CPU seconds of installing packages.
 */
export function createMeter({ databaseUrl, installing }: { databaseUrl: string; installing: number }): Meter {
  const first = calibrate();
  const loops = [first];
  const stages: Stage[] = installing > 0 ? [{ name: 'install', seconds: installing, minutes: 0, loop: first.cpu }] : [];
  let [includesPostgres, isCounted] = [false, true];

  async function read(): Promise<number> {
    const [ownSeconds, postgres] = [ownCpuSeconds(), await postgresCpuSeconds(databaseUrl)];
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
    costs: () => (isCounted ? { ...calibrated(stages, loops), includesPostgres } : undefined),
  };
}

/** `loops`: the loops between stages. */
export function calibrated(stages: readonly Stage[], loops: readonly Calibration[]): Omit<Costs, 'includesPostgres'> {
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

/** The budget assumes PostgreSQL. Errors fail the run, warnings do not. */
export function judge(costs: Judged | undefined): { error?: string; warning?: string } {
  if (costs === undefined) return { warning: 'This system has no /proc: the CPU seconds of the run are unknown.' };
  const total = Math.round(costs.total);
  if (total <= BUDGET.target) return {};
  const overrun = `The run took ${total} calibrated CPU seconds. The budget is ${BUDGET.target}, the limit ${BUDGET.limit}.`;
  if (total <= BUDGET.limit) return { warning: overrun };
  const excuse = excuseOf(costs);
  if (excuse !== undefined) return { warning: `${overrun} The run does not fail for this, because ${excuse}.` };
  return { error: `${overrun} Make the slowest files cheaper, or move tests that only guard details to test:all.` };
}

function excuseOf({ spread, wait, includesPostgres }: Judged): string | undefined {
  if (wait > MAX_WAIT) return 'other programs kept the cores busy';
  if (spread > MAX_SPREAD) return `the machine's speed varied by ${spread.toFixed(1)} meanwhile`;
  return includesPostgres ? undefined : 'the embedded database makes calls more expensive';
}

type Loop = { cpu: number; wall: number };

/** `newProcess`: CPU seconds of a loop in its own process. */
type Calibration = Loop & { newProcess: number };

/** Returns the median of three loops by CPU time, after a warm-up. */
function calibrate(): Calibration {
  const [, ...loops] = [0, 1, 2, 3].map(runLoop);
  const middle = loops.toSorted((a, b) => a.cpu - b.cpu)[1] as Loop;
  const program = `console.log(JSON.stringify((${runLoop})()))`;
  const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  return { ...middle, newProcess: (JSON.parse(stdout) as Loop).cpu };
}

/** Uses only globals, so that it also runs in a new process. */
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
