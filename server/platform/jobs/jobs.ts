import type { JobConnection, Transaction } from '#server/platform/database/handle.ts';
import type { Traced } from '#server/platform/kernel/telemetry/tracing.ts';
import type { WaitingJob } from './queries.ts';

/** What may be put into the queue, and what each job carries. */
export type JobData = {
  'reconcile-order': { orderId: number };
  'send-refund': { refundId: number };
  'send-message': { messageId: number };
  'send-email': { messageId: number };
  'send-alarm': { ref: string; alarmId: number; type: 'opened' | 'repeated' | 'ended'; at: string };
};
export type JobName = keyof JobData;

/** `last`: no retry follows, so the worker must leave a visible failed state if it cannot finish. */
type Attempt = { last: boolean };
type Worker<Data> = (data: Data, attempt: Attempt) => Promise<void>;
/** Works on many jobs at once; answers for each, in their order, null or why it is to be run again. */
type ManyWorker<Data> = { many: (jobs: readonly (Data & Attempt & Traced)[]) => Promise<unknown[]> };

export type JobWorkers = { [Name in JobName]: Worker<JobData[Name]> | ManyWorker<JobData[Name]> };

/** `start`: the first round of a process that has the embedded database to itself. */
export type ScheduleReason = 'start' | 'regular' | 'clock moved';
export type ScheduledJob = (reason: ScheduleReason) => Promise<void>;

/** Lists of jobs, each run by one process of all. A job that fails is logged, and the others of its list run. */
export type PeriodicWork = {
  /** Every twenty seconds, at a start, and in this process after its clock was moved. */
  scheduled: readonly ScheduledJob[];
  /** Every four minutes, also while the scheduled jobs hang. */
  watches: readonly ScheduledJob[];
  /** Every ten minutes. */
  purges: readonly ScheduledJob[];
  /** Once an hour, also when the shop was off as the hour began; a list with a job that failed runs again. */
  hourly: readonly ScheduledJob[];
  /** Once a day in the same way. */
  daily: readonly ScheduledJob[];
};

export type Work = PeriodicWork & { workers: JobWorkers };

/** `seldom`: at most one such job with this data in ten minutes, for scheduled jobs that would pile them up. */
export type SendOptions = { at?: Date; seldom?: boolean };

/** The durable queue. Instants are the shop's clock's; the queue translates them to its own. */
export type Jobs = {
  /** Writes the job in the caller's transaction: it exists exactly when the transaction commits. */
  send<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name], options?: SendOptions): Promise<void>;
  /** The same for many in one statement. */
  sendMany<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: readonly JobData[Name][],
    options?: SendOptions,
  ): Promise<void>;
  /** Writes jobs of another queue by a connection of the caller; those that this code does not know are left out. */
  restore(connection: JobConnection, waiting: readonly WaitingJob[]): Promise<void>;
  work(work: Work): Promise<void>;
  /** Runs the scheduled and the hourly jobs now, without the purges. */
  runScheduled: ScheduledJob;
  /** For how long this process has taken part in the periodic work; null when it does not. */
  secondsWorking(): number | null;
  /** True when the queue responds. */
  healthy(): Promise<boolean>;
  stop(): Promise<void>;
};
