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

/** `last`: no retry follows, so the worker must leave a visible failed state. */
type Attempt = { last: boolean };
type Worker<Data> = (data: Data, attempt: Attempt) => Promise<void>;
/** Returns for each job, in order, null or the reason to retry. */
type ManyWorker<Data> = { many: (jobs: readonly (Data & Attempt & Traced)[]) => Promise<unknown[]> };

export type JobWorkers = { [Name in JobName]: Worker<JobData[Name]> | ManyWorker<JobData[Name]> };

/** `start` is the first run on an embedded database. */
export type ScheduleReason = 'start' | 'regular' | 'clock moved';
export type ScheduledJob = (reason: ScheduleReason) => Promise<void>;

/** Each list runs in one process. A failed job is logged, and the others still run. */
export type PeriodicWork = {
  /** Every twenty seconds, at start, and after this process's clock moves. */
  scheduled: readonly ScheduledJob[];
  /** Every four minutes, even while scheduled jobs hang. */
  watches: readonly ScheduledJob[];
  /** Every ten minutes. */
  purges: readonly ScheduledJob[];
  /** Once an hour, even after downtime; repeated if a job failed. */
  hourly: readonly ScheduledJob[];
  /** Once a day, otherwise like `hourly`. */
  daily: readonly ScheduledJob[];
};

export type Work = PeriodicWork & { workers: JobWorkers };

/** `seldom`: at most one job with the same data in ten minutes. */
export type SendOptions = { at?: Date; seldom?: boolean };

/** All times are from the shop's clock. */
export type Jobs = {
  /** The job exists only if the transaction commits. */
  send<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name], options?: SendOptions): Promise<void>;
  sendMany<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: readonly JobData[Name][],
    options?: SendOptions,
  ): Promise<void>;
  /** Skips jobs that this release does not know. */
  restore(connection: JobConnection, waiting: readonly WaitingJob[]): Promise<void>;
  work(work: Work): Promise<void>;
  /** Excludes purges. */
  runScheduled: ScheduledJob;
  /** Returns null if this process runs no periodic work. */
  secondsWorking(): number | null;
  healthy(): Promise<boolean>;
  stop(): Promise<void>;
};
