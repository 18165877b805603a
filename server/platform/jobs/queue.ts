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
import { stripStatementValues } from '#server/platform/kernel/redaction.ts';
import { runInSpan, type Traced, traceNow } from '#server/platform/kernel/telemetry/tracing.ts';
import type { JobData, JobName, Jobs, JobWorkers, SendOptions } from './jobs.ts';
import { createSchedule, PERIODIC_QUEUES } from './schedule.ts';

const SELDOM_SECONDS = 600;
/** High, because all messages held back in quiet hours become due at 6 am. */
const AT_ONCE = 10;
/** Two groups, so that one computes while the other waits. */
const TOGETHER = 50;
const GROUPS = 2;

/** Retries with exponential backoff from 5 seconds to an hour, and gives up within five hours. */
const QUEUE = {
  retryLimit: 14,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 120,
  heartbeatSeconds: 30,
} as const;

const NAMES: readonly JobName[] = ['send-message', 'send-email', 'reconcile-order', 'send-refund', 'send-alarm'];

/** A job whose process died fails within 50 seconds. Jobs are deleted within half an hour of expiring. */
const MAINTENANCE = {
  superviseIntervalSeconds: 20,
  // Shorter than the supervision interval, because otherwise every second check would be slightly early and skipped.
  monitorIntervalSeconds: 15,
  maintenanceIntervalSeconds: 1_800,
} as const;

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
    // Stops pg-boss, because the parts that have started would keep the process alive.
    await boss.stop({ graceful: false }).catch((err) => log.error({ err }, 'job_queue.failed'));
    throw error;
  }
  const schedule = createSchedule({ boss, database, log });
  const buildStartOptions = ({ startAfter }: SendOptions) =>
    startAfter ? { startAfter: clock.onMachine(startAfter) } : {};
  return {
    send(tx, name, data, options = {}) {
      const traced = { ...data, ...traceNow() };
      return withCommit(tx, (db) =>
        boss.send(name, traced, { db, ...buildStartOptions(options), ...buildSingletonOptions(data, options) }),
      );
    },
    async sendMany(tx, name, data, options = {}) {
      if (data.length === 0) return;
      const trace = traceNow();
      const jobs = data.map((jobData) => ({
        data: { ...jobData, ...trace },
        ...buildStartOptions(options),
        ...buildSingletonOptions(jobData, options),
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

/** Resolves once the statement is sent, so that the statement shares the commit's round trip. */
async function withCommit(tx: Transaction, write: (db: JobConnection) => Promise<unknown>): Promise<void> {
  const { promise: whenSent, resolve } = Promise.withResolvers<void>();
  const connection = executeSqlIn(tx);
  const written = write({
    executeSql(text, values) {
      resolve();
      return connection.executeSql(text, values);
    },
  });
  sendWithCommit(tx, written);
  await Promise.race([whenSent, written]);
}

function buildSingletonOptions(data: object, { seldom }: SendOptions) {
  return seldom ? { singletonKey: JSON.stringify(data), singletonSeconds: SELDOM_SECONDS } : {};
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Uses each new queue once, because pg-boss looks it up over its own connection and a transaction must not wait for
 * that.
 */
async function ensureQueues(boss: PgBoss): Promise<void> {
  const existingQueues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const standard = NAMES.map((name) => ({ name, policy: 'standard', options: QUEUE }));
  const periodic = Object.entries(PERIODIC_QUEUES).map(([name, options]) => ({ name, policy: 'exclusive', options }));
  for (const { name, policy, options } of [...standard, ...periodic]) {
    const queue = existingQueues.get(name);
    if (!queue) {
      await boss.createQueue(name, { policy, ...options });
      await boss.deleteJob(name, NO_JOB);
    } else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options);
  }
}

async function startWorker<Name extends JobName>(boss: PgBoss, name: Name, workers: JobWorkers): Promise<void> {
  const worker = workers[name];
  const isMany = 'runBatch' in worker;
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: 0.5,
    batchSize: isMany ? TOGETHER : AT_ONCE,
    localConcurrency: isMany ? GROUPS : 1,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work(name, options, async (jobs: JobWithMetadata<JobData[Name] & Traced>[]) => {
    if (!('runBatch' in worker))
      return Promise.all(
        jobs.map((job) => {
          const { traceparent } = job.data;
          return finishJob(job, () =>
            runInSpan(`job ${name}`, { kind: 'consumer', traceparent }, () => worker(job.data, readAttempt(job))),
          );
        }),
      );
    const errors = await worker.runBatch(jobs.map((job) => ({ ...job.data, ...readAttempt(job) })));
    return jobs.map((job, index) => (errors[index] ? toFailedResult(job, errors[index]) : toCompletedResult(job)));
  });
}

/** Completes each job separately, so that only failed ones are retried. */
async function finishJob(job: JobWithMetadata<unknown>, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return toCompletedResult(job);
  } catch (error) {
    return toFailedResult(job, error);
  }
}

const toCompletedResult = ({ id }: JobWithMetadata<unknown>): JobResult => ({ id, status: 'completed' });
const toFailedResult = ({ id }: JobWithMetadata<unknown>, error: unknown): JobResult => ({
  id,
  status: 'failed',
  output: { message: stripStatementValues(String(error)) },
});

const readAttempt = ({ retryCount, retryLimit }: JobWithMetadata<unknown>) => ({ last: retryCount >= retryLimit });
