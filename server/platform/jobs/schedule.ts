import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Database } from '#server/platform/database/database.ts';
import type { PeriodicWork, ScheduledJob, ScheduleReason } from './jobs.ts';
import { listAbandonedRuns, type PeriodicQueue } from './queries.ts';

const TICK_SECONDS = 20;
/** pg-boss deletes finished jobs periodically (queue.ts), so a finished tick is stored for up to an hour. */
const TICK_KEPT_SECONDS = 1_800;
const ALARMS_SECONDS = 240;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** pg-boss renews the heartbeat of running jobs every 15 seconds, and fails jobs whose process has died. */
const RUN = { retryLimit: 0, heartbeatSeconds: 30, expireInSeconds: 3 * HOUR_SECONDS } as const;
const RETRIED = { ...RUN, retryLimit: 2, retryDelay: 600 } as const;

/**
 * Policy `exclusive`: at most one job waits or runs across processes. Finished jobs are kept while `singletonSeconds`
 * blocks another.
 */
export const PERIODIC_QUEUES = {
  tick: { ...RUN, deleteAfterSeconds: TICK_KEPT_SECONDS },
  alarms: { ...RUN, deleteAfterSeconds: DAY_SECONDS },
  purge: { ...RUN, deleteAfterSeconds: DAY_SECONDS },
  hourly: { ...RETRIED, deleteAfterSeconds: DAY_SECONDS },
  daily: { ...RETRIED, deleteAfterSeconds: 2 * DAY_SECONDS },
} as const satisfies Record<PeriodicQueue, object>;

/** Daily work starts late, so that other work goes first after a start. */
const DAILY_AFTER_START_SECONDS = 60;
/** Avoids the first moments of an hour or a day because of clock skew. */
const AT = { purge: '*/10 * * * *', hourly: '5 * * * *', daily: '30 16 * * *' } as const;

const NONE: PeriodicWork = { scheduled: [], watches: [], purges: [], hourly: [], daily: [] };

type Parts = { boss: PgBoss; database: Database; log: FastifyBaseLogger };

/** Runs periodic work once across processes (docs/decisions/057). */
export function createSchedule({ boss, database, log }: Parts) {
  let work = NONE;
  let timer: NodeJS.Timeout | undefined;
  let startedAt: number | undefined;
  let isStopped = false;
  let lastTick: Promise<void> = Promise.resolve();

  async function sendTick(): Promise<void> {
    if (isStopped) return;
    try {
      const reason: ScheduleReason = 'regular';
      await boss.send('tick', { reason }, { singletonSeconds: TICK_SECONDS });
      // The alarm check is a separate job, because a tick may hang.
      await boss.send('alarms', null, { singletonSeconds: ALARMS_SECONDS });
    } catch (error) {
      log.error({ err: error }, 'scheduled_job.failed');
    }
  }

  /** Catches up on the hours and days that began while the shop was off. */
  async function sendAtStart(): Promise<void> {
    const isAlone = database.kind === 'embedded';
    if (isAlone) await cancelAbandonedRuns(boss, database);
    const reason: ScheduleReason = isAlone ? 'start' : 'regular';
    await boss.send('tick', { reason });
    await boss.send('hourly', null, { singletonSeconds: HOUR_SECONDS });
    await boss.send('daily', null, { singletonSeconds: DAY_SECONDS, startAfter: DAILY_AFTER_START_SECONDS });
  }

  async function startWorkers(): Promise<void> {
    await boss.work<{ reason: ScheduleReason }>('tick', async ([job]) => {
      await runSafely(work.scheduled, { log, reason: job?.data.reason ?? 'regular' });
    });
    const jobsByQueue: Record<Exclude<PeriodicQueue, 'tick'>, () => readonly ScheduledJob[]> = {
      alarms: () => work.watches,
      purge: () => work.purges,
      hourly: () => work.hourly,
      daily: () => work.daily,
    };
    for (const [name, jobs] of Object.entries(jobsByQueue))
      await boss.work(name, { pollingIntervalSeconds: 5 }, async () => {
        const failed = await runSafely(jobs(), { log, reason: 'regular' });
        if (failed > 0) throw new Error(`${failed} of ${jobs().length} jobs failed.`);
      });
  }

  return {
    async start(periodic: PeriodicWork): Promise<void> {
      work = periodic;
      startedAt = performance.now();
      await boss.schedule('purge', AT.purge);
      await boss.schedule('hourly', AT.hourly, null, { singletonSeconds: HOUR_SECONDS });
      await boss.schedule('daily', AT.daily, null, { singletonSeconds: DAY_SECONDS });
      if (!isStopped) await sendAtStart();
      if (!isStopped) await startWorkers();
      if (isStopped) return boss.offWork('tick', { wait: true });
      timer = setInterval(() => {
        lastTick = lastTick.then(sendTick);
      }, TICK_SECONDS * 1_000).unref();
    },
    async run(reason: ScheduleReason): Promise<void> {
      for (const job of [...work.scheduled, ...work.hourly]) await job(reason);
    },
    secondsWorking: (): number | null => (startedAt === undefined ? null : (performance.now() - startedAt) / 1_000),
    /** Waits for the tick that is being sent and for the current run. No tick is sent afterwards. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await lastTick;
      await boss.offWork('tick', { wait: true });
      work = NONE;
    },
  };
}

/** Only one process can use the embedded database, so the previous process is dead. */
async function cancelAbandonedRuns(boss: PgBoss, database: Database): Promise<void> {
  for (const { name, id } of await listAbandonedRuns(database.orm)) await boss.cancel(name, id);
}

async function runSafely(
  jobs: readonly ScheduledJob[],
  { log, reason }: Pick<Parts, 'log'> & { reason: ScheduleReason },
): Promise<number> {
  let failed = 0;
  for (const job of jobs) {
    try {
      await job(reason);
    } catch (error) {
      failed += 1;
      log.error({ err: error }, 'scheduled_job.failed');
    }
  }
  return failed;
}
