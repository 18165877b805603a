import type { JobConnection, Transaction } from '#server/platform/database/handle.ts';
import type { Traced } from '#server/platform/kernel/telemetry/tracing.ts';
import type { WaitingJob } from './queries.ts';

export type JobData = {
  'reconcile-order': { orderId: number };
  'send-refund': { refundId: number };
  'send-message': { messageId: number };
  'send-email': { messageId: number };
  'send-alarm': { ref: string; alarmId: number; type: 'opened' | 'repeated' | 'ended'; at: string };
};
export type JobName = keyof JobData;

/** `last`: true if no retry follows, so the worker must leave a visible failed state. */
type Attempt = { last: boolean };
type Worker<Data> = (data: Data, attempt: Attempt) => Promise<void>;
/** For each job, in order, the worker returns null or the reason to retry. */
type ManyWorker<Data> = { runBatch: (jobs: readonly (Data & Attempt & Traced)[]) => Promise<unknown[]> };

export type JobWorkers = { [Name in JobName]: Worker<JobData[Name]> | ManyWorker<JobData[Name]> };

/** `start`: the first run of a process on the embedded database. */
export type ScheduleReason = 'start' | 'regular' | 'clock moved';
export type ScheduledJob = (reason: ScheduleReason) => Promise<void>;

/** Each list runs in one process at a time. A failed job is logged, and the others still run. */
export type PeriodicWork = {
  /** These jobs run every twenty seconds, at start, and after this process's clock moves. */
  scheduled: readonly ScheduledJob[];
  /** These jobs run every four minutes, even while scheduled jobs hang. */
  watches: readonly ScheduledJob[];
  /** These jobs run every ten minutes. */
  purges: readonly ScheduledJob[];
  /** These jobs run once an hour, even after downtime, and again if one failed. */
  hourly: readonly ScheduledJob[];
  /** These jobs run once a day, otherwise like `hourly`. */
  daily: readonly ScheduledJob[];
};

export type Work = PeriodicWork & { workers: JobWorkers };

/** `seldom`: at most one job with the same data in ten minutes. */
export type SendOptions = { startAfter?: Date; seldom?: boolean };

export type Jobs = {
  /** Creates the job only if the transaction commits. */
  send<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name], options?: SendOptions): Promise<void>;
  sendMany<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: readonly JobData[Name][],
    options?: SendOptions,
  ): Promise<void>;
  /** Skips waiting jobs that this release does not know. */
  restore(connection: JobConnection, waiting: readonly WaitingJob[]): Promise<void>;
  work(work: Work): Promise<void>;
  runScheduled: ScheduledJob;
  /** Returns the seconds since periodic work started, or null if this process runs none. */
  secondsWorking(): number | null;
  healthy(): Promise<boolean>;
  stop(): Promise<void>;
};
