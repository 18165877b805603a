import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { withoutValues } from '../kernel/redaction.ts';
import type { JobData, JobName, Jobs, JobWorkers, ScheduledJob, ScheduleReason } from './jobs.ts';

const SCHEDULE_MS = 20_000;
const SELDOM_SECONDS = 600;
/** At 6 am everything held back in quiet hours is due at once: one job a half second would take hours. */
const AT_ONCE = 10;

/** Waits of 5 s, 10 s, 20 s ... up to an hour; given up after up to five hours. */
const QUEUE = {
  retryLimit: 14,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 120,
  heartbeatSeconds: 30,
} as const;

const NAMES: readonly JobName[] = ['send-message', 'send-email', 'reconcile-order', 'send-refund'];

const PURGE = 'purge';
const PURGE_TIMES = '*/10 * * * *';
/** One at a time over all processes; what fails is purged at the next time. */
const PURGE_QUEUE = { policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 86_400 } as const;

/** The queue on the shop's own database (pg-boss). */
export async function createJobs(parts: { database: Database; clock: Clock; log: FastifyBaseLogger }): Promise<Jobs> {
  const { database, clock, log } = parts;
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => database.executeSql(text, values) },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    persistWarnings: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job_queue.failed'));
  await boss.start();
  await ensureQueues(boss);
  let scheduled: readonly ScheduledJob[] = [];
  let timer: NodeJS.Timeout | undefined;
  const runScheduled = async (reason: ScheduleReason): Promise<void> => {
    for (const job of scheduled) await job(reason);
  };
  // A job that fails does not stop those after it.
  const runSafely = async (jobs: readonly ScheduledJob[], reason: ScheduleReason): Promise<void> => {
    for (const job of jobs) {
      try {
        await job(reason);
      } catch (error) {
        log.error({ err: error }, 'scheduled_job.failed');
      }
    }
  };
  return {
    async send(tx, name, data, options = {}) {
      const startAfter = options.at ? clock.onMachine(options.at) : undefined;
      const seldom = options.seldom ? { singletonKey: JSON.stringify(data), singletonSeconds: SELDOM_SECONDS } : {};
      await boss.send(name, data, { db: fromDrizzle(tx, sql), ...(startAfter ? { startAfter } : {}), ...seldom });
    },
    async work(work) {
      scheduled = work.scheduled;
      for (const name of NAMES) await startWorker(boss, name, work.workers);
      await boss.work(PURGE, () => runSafely(work.purges, 'regular'));
      await boss.schedule(PURGE, PURGE_TIMES);
      void runSafely(scheduled, 'start');
      timer = setInterval(() => void runSafely(scheduled, 'regular'), SCHEDULE_MS);
      timer.unref();
    },
    runScheduled,
    healthy: () => boss.getQueue('send-message').then((queue) => queue !== null),
    async stop() {
      clearInterval(timer);
      scheduled = [];
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Makes the queues that are missing. pg-boss looks a new queue up on first use, through its own connection; a send
 * inside a transaction must not wait for that, so each new queue is used once here.
 */
async function ensureQueues(boss: PgBoss): Promise<void> {
  const there = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of [...NAMES, PURGE].filter((wanted) => !there.has(wanted))) {
    await boss.createQueue(name, name === PURGE ? PURGE_QUEUE : QUEUE);
    await boss.deleteJob(name, NO_JOB);
  }
}

async function startWorker<Name extends JobName>(boss: PgBoss, name: Name, workers: JobWorkers): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: 0.5,
    batchSize: AT_ONCE,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work(name, options, (jobs: JobWithMetadata<JobData[Name]>[]) =>
    Promise.all(jobs.map((job) => finished(job, workers[name]))),
  );
}

/** Each job ends on its own: one that fails is retried later, those fetched with it are not. */
async function finished<Name extends JobName>(
  job: JobWithMetadata<JobData[Name]>,
  work: JobWorkers[Name],
): Promise<JobResult> {
  try {
    await work(job.data, { last: isLast(job) });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    return { id: job.id, status: 'failed', output: { message: withoutValues(String(error)) } };
  }
}

const isLast = (job: JobWithMetadata<unknown>): boolean => job.retryCount >= job.retryLimit;
