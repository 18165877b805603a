import type { Transaction } from '../database/handle.ts';
import type { NoticeKind } from '../notices/send-notice.ts';

/** What may be put into the queue, and what each job carries. */
export type JobData = {
  'deliver-card': { giftCardId: number };
  'settle-order': { orderId: number };
  'send-receipt': { orderId: number };
  'send-refund': { refundId: number };
  'send-notice': { orderId: number; kind: NoticeKind };
};
export type JobName = keyof JobData;

/** `last`: no retry follows, so the worker must leave a visible failed state if it cannot finish. */
export type JobWorkers = { [Name in JobName]: (data: JobData[Name], attempt: { last: boolean }) => Promise<void> };

export type SweepReason = 'start' | 'regular' | 'clock moved';
export type Sweep = (reason: SweepReason) => Promise<void>;

/** `seldom`: at most one such job with this data in ten minutes, for sweeps that would pile them up. */
export type SendOptions = { at?: Date; seldom?: boolean };

/** The durable queue. Instants are the shop's clock's; the queue translates them to its own. */
export type Jobs = {
  /** Writes the job in the caller's transaction: it exists exactly when the transaction commits. */
  send<Name extends JobName>(tx: Transaction, name: Name, data: JobData[Name], options?: SendOptions): Promise<void>;
  /** Starts working; `sweeps` run at once, regularly, and after the clock was moved. */
  work(workers: JobWorkers, sweeps: readonly Sweep[]): Promise<void>;
  /** Runs the sweeps now. */
  sweep: Sweep;
  /** True when the queue can be asked. */
  healthy(): Promise<boolean>;
  stop(): Promise<void>;
};
