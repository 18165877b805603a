import { spawnSync } from 'node:child_process';
import { median } from '../../bench/table.ts';
import { ownCpuSeconds, postgresCpuSeconds } from './cpu-seconds.ts';

/** CPU seconds of the calibration loop on an idle core of the machine that the budget was set on. */
const LOOP_SECONDS = 0.3;
/** Calibrated CPU seconds of a default run: it warns above the target and fails above the limit. */
export const BUDGET = { target: 1_000, limit: 1_100 };
/** Milliseconds between the loops that run during a stage. They take about 3 % of a core. */
const LOOP_EVERY_MS = 20_000;
/** Maximum ratio of the slowest to the fastest calibration loop between stages. Above it, the run only warns. */
const MAX_SPREAD = 1.5;
/**
 * Maximum ratio of the wall time to the CPU time of a loop between stages. Above it, other programs keep the cores
 * busy: only warns.
 */
const MAX_WAIT = 1.25;

/** Cost of a stage in CPU seconds and minutes of wall time. `loop`: CPU seconds of its median calibration loop. */
export type Stage = { name: string; seconds: number; minutes: number; loop: number };

export type Costs = {
  stages: Stage[];
  /** CPU seconds of all stages, calibrated and as measured */
  total: number;
  bare: number;
  /** Median CPU seconds of the loops between stages, and the ratio of the slowest to the fastest of them */
  loop: number;
  spread: number;
  /** Median ratio of their wall time to their CPU time; 1 where they never waited for a core */
  wait: number;
  /** Median ratio of the CPU time of a loop in a new process to theirs. It is reported and excuses nothing. */
  start: number;
  includesPostgres: boolean;
};

export type Meter = {
  /** Runs `work` and measures its cost. Stages must not overlap. */
  stage: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Returns undefined on systems without /proc. */
  costs: () => Costs | undefined;
};

/**
 * Measures the CPU seconds of each stage, including PostgreSQL's, and the speed of the machine: the same work takes up
 * to twice as long on a slow or busy one. The loop also runs during a stage, since programs that share caches and cores
 * slow each other down: beside journeys it was seen to take 1.7 times as long as between stages. `installing`: CPU
 * seconds spent installing packages before this process.
 */
export function createMeter({ databaseUrl, installing }: { databaseUrl: string; installing: number }): Meter {
  const first = calibrate();
  const loops = [first];
  const stages: Stage[] = installing > 0 ? [{ name: 'install', seconds: installing, minutes: 0, loop: first.cpu }] : [];
  let [includesPostgres, isCounted] = [false, true];

  async function read(): Promise<number> {
    const [own, postgres] = [ownCpuSeconds(), await postgresCpuSeconds(databaseUrl)];
    isCounted &&= own !== undefined;
    includesPostgres ||= postgres !== undefined;
    return (own ?? 0) + (postgres ?? 0);
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

/** Scales the CPU seconds of each stage by its loop. `loops`: those between the stages. */
export function calibrated(stages: readonly Stage[], loops: readonly Calibration[]): Omit<Costs, 'includesPostgres'> {
  const cpu = loops.map((one) => one.cpu);
  const scaled = stages.map((stage) => ({ ...stage, seconds: (stage.seconds * LOOP_SECONDS) / stage.loop }));
  return {
    stages: scaled,
    total: sumOfSeconds(scaled),
    bare: sumOfSeconds(stages),
    loop: median(cpu),
    spread: Math.max(...cpu) / Math.min(...cpu),
    wait: median(loops.map((one) => one.wall / one.cpu)),
    start: median(loops.map((one) => one.newProcess / one.cpu)),
  };
}

function sumOfSeconds(stages: readonly Stage[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

type Judged = Pick<Costs, 'total' | 'spread' | 'wait' | 'includesPostgres'>;

/** Checks a default run against the budget, which assumes PostgreSQL. An error fails the run, a warning does not. */
export function judge(costs: Judged | undefined): { error?: string; warning?: string } {
  if (costs === undefined) return { warning: 'This system has no /proc: the CPU seconds of the run are not known.' };
  const total = Math.round(costs.total);
  if (total <= BUDGET.target) return {};
  const over = `The run took ${total} calibrated CPU seconds. Its budget is ${BUDGET.target}, its limit ${BUDGET.limit}.`;
  if (total <= BUDGET.limit) return { warning: over };
  const excuse = excuseOf(costs);
  if (excuse !== undefined) return { warning: `${over} It does not fail: ${excuse}.` };
  return { error: `${over} Make the slowest files cheaper, or move tests that only guard details to test:all.` };
}

function excuseOf({ spread, wait, includesPostgres }: Judged): string | undefined {
  if (wait > MAX_WAIT) return 'other programs kept the cores busy';
  if (spread > MAX_SPREAD) return `the machine's speed varied by ${spread.toFixed(1)} meanwhile`;
  return includesPostgres ? undefined : 'calls cost more on the embedded database';
}

/** Seconds that the calibration loop took */
type Loop = { cpu: number; wall: number };

/** Times of loops between two stages. `newProcess`: CPU seconds of one in a process of its own */
type Calibration = Loop & { newProcess: number };

/**
 * Returns the times of the middle one of three loops in this process, by CPU time. A first loop is discarded: Node
 * compiles the code during it, and asks for memory.
 */
function calibrate(): Calibration {
  const [, ...loops] = [0, 1, 2, 3].map(runLoop);
  const middle = loops.toSorted((a, b) => a.cpu - b.cpu)[1] as Loop;
  const program = `console.log(JSON.stringify((${runLoop})()))`;
  const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  return { ...middle, newProcess: (JSON.parse(stdout) as Loop).cpu };
}

/** Fills maps and copies them through JSON, like the test suite. Runs in a new process, too: it uses globals only. */
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
