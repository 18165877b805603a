import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  executeSqlIn,
  type JobConnection,
  sendWithCommit,
  type Transaction,
} from '#server/platform/database/handle.ts';
import { withoutValues } from '#server/platform/kernel/redaction.ts';
import { inSpan, type Traced, traceNow } from '#server/platform/kernel/telemetry/tracing.ts';
import type { JobData, JobName, Jobs, JobWorkers, SendOptions } from './jobs.ts';
import { createSchedule, PERIODIC_QUEUES } from './schedule.ts';

const SELDOM_SECONDS = 600;
/** At 6 am everything held back in quiet hours is due at once: one job a half second would take hours. */
const AT_ONCE = 10;
/** Jobs that are worked on together, and how many such groups a process has in hand: one computes, one waits. */
const TOGETHER = 50;
const GROUPS = 2;

/** Waits of 5 s, 10 s, 20 s ... up to an hour; given up after up to five hours. */
const QUEUE = {
  retryLimit: 14,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 120,
  heartbeatSeconds: 30,
} as const;

const NAMES: readonly JobName[] = ['send-message', 'send-email', 'reconcile-order', 'send-refund', 'send-alarm'];

/** A job whose process has died fails within 50 seconds; jobs are deleted within half an hour of their time. */
const MAINTENANCE = {
  superviseIntervalSeconds: 20,
  // Less than the interval, or every second look comes a moment too early and is skipped.
  monitorIntervalSeconds: 15,
  maintenanceIntervalSeconds: 1_800,
} as const;

/** The queue on the shop's own database (pg-boss). */
export async function createJobs(parts: { database: Database; clock: Clock; log: FastifyBaseLogger }): Promise<Jobs> {
  const { database, clock, log } = parts;
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => database.executeSql(text, values) },
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    persistWarnings: false,
    ...MAINTENANCE,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job_queue.failed'));
  try {
    await boss.start();
    await ensureQueues(boss);
  } catch (error) {
    // What it has started by then would keep the process alive for good.
    await boss.stop({ graceful: false }).catch((err) => log.error({ err }, 'job_queue.failed'));
    throw error;
  }
  const schedule = createSchedule({ boss, database, log });
  const startOf = ({ at }: SendOptions) => (at ? { startAfter: clock.onMachine(at) } : {});
  return {
    send(tx, name, data, options = {}) {
      const traced = { ...data, ...traceNow() };
      return withCommit(tx, (db) =>
        boss.send(name, traced, { db, ...startOf(options), ...singletonOf(data, options) }),
      );
    },
    async sendMany(tx, name, data, options = {}) {
      if (data.length === 0) return;
      const trace = traceNow();
      const jobs = data.map((one) => ({
        data: { ...one, ...trace },
        ...startOf(options),
        ...singletonOf(one, options),
      }));
      await withCommit(tx, (db) => boss.insert(name, jobs, { db }));
    },
    async restore(connection, waiting) {
      for (const name of NAMES) {
        const jobs = waiting
          .filter((job) => job.name === name)
          .map(({ data, startAfter }) => ({ data: data as object, startAfter: startAfter.toISOString() }));
        if (jobs.length > 0) await boss.insert(name, jobs, { db: connection });
      }
    },
    async work(work) {
      for (const name of NAMES) await startWorker(boss, name, work.workers);
      await schedule.start(work);
    },
    runScheduled: schedule.run,
    secondsWorking: schedule.secondsWorking,
    healthy: () => boss.getQueue('send-message').then((queue) => queue !== null),
    async stop() {
      try {
        await schedule.stop();
      } finally {
        await boss.stop({ graceful: true, timeout: 5_000 });
      }
    },
  };
}

/** Writes a job together with the commit; answers once its statement was sent, which pg-boss does after awaits of its own. */
async function withCommit(tx: Transaction, write: (db: JobConnection) => Promise<unknown>): Promise<void> {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const connection = executeSqlIn(tx);
  const written = write({
    executeSql(text, values) {
      resolve();
      return connection.executeSql(text, values);
    },
  });
  sendWithCommit(tx, written);
  await Promise.race([sent, written]);
}

function singletonOf(data: object, { seldom }: SendOptions) {
  return seldom ? { singletonKey: JSON.stringify(data), singletonSeconds: SELDOM_SECONDS } : {};
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Makes the queues that are missing, and gives those of an older release the options of this one. pg-boss looks a new
 * queue up on first use, through its own connection; a send inside a transaction must not wait for that, so each new
 * queue is used once here.
 */
async function ensureQueues(boss: PgBoss): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const standard = NAMES.map((name) => ({ name, policy: 'standard', options: QUEUE }));
  const periodic = Object.entries(PERIODIC_QUEUES).map(([name, options]) => ({ name, policy: 'exclusive', options }));
  for (const { name, policy, options } of [...standard, ...periodic]) {
    const queue = there.get(name);
    if (!queue) {
      await boss.createQueue(name, { policy, ...options });
      await boss.deleteJob(name, NO_JOB);
    } else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options);
  }
}

async function startWorker<Name extends JobName>(boss: PgBoss, name: Name, workers: JobWorkers): Promise<void> {
  const worker = workers[name];
  const isMany = 'many' in worker;
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: 0.5,
    batchSize: isMany ? TOGETHER : AT_ONCE,
    localConcurrency: isMany ? GROUPS : 1,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work(name, options, async (jobs: JobWithMetadata<JobData[Name] & Traced>[]) => {
    if (!('many' in worker))
      return Promise.all(
        jobs.map((job) => {
          const { traceparent } = job.data;
          return finished(job, () =>
            inSpan(`job ${name}`, { kind: 'consumer', traceparent }, () => worker(job.data, attemptOf(job))),
          );
        }),
      );
    const errors = await worker.many(jobs.map((job) => ({ ...job.data, ...attemptOf(job) })));
    return jobs.map((job, at) => (errors[at] ? failed(job, errors[at]) : completed(job)));
  });
}

/** Each job ends on its own: one that fails is retried later, those fetched with it are not. */
async function finished(job: JobWithMetadata<unknown>, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return completed(job);
  } catch (error) {
    return failed(job, error);
  }
}

const completed = ({ id }: JobWithMetadata<unknown>): JobResult => ({ id, status: 'completed' });
const failed = ({ id }: JobWithMetadata<unknown>, error: unknown): JobResult => ({
  id,
  status: 'failed',
  output: { message: withoutValues(String(error)) },
});

const attemptOf = ({ retryCount, retryLimit }: JobWithMetadata<unknown>) => ({ last: retryCount >= retryLimit });
