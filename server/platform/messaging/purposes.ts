import type { MessageProblem } from '#contract/gift-cards.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { MessagePurpose } from '#server/platform/kernel/message-purposes.ts';
import type { MessageRow } from './messages-store.ts';

export type { MessageRow };

export type Composed =
  | { text: string; mediaUrl?: string; sender?: string | null }
  | { subject: string; text: string; html: string };

/** Send the message now, optionally to a new recipient; postpone it; or drop it. */
export type Admission = { recipient?: string } | { sendAt: Date } | 'not needed';

/** `gaveUp`: the last retry failed. */
export type Settled = { message: MessageRow; gaveUp: boolean; now: Date };

/** Batched, because thousands of gift cards can fall due in one minute. */
export type ManyMessages = {
  /** Returns messages whose subject was locked; without `wait`, skips locked rows. */
  lock: (tx: Transaction, messages: readonly MessageRow[], options: { wait: boolean }) => Promise<MessageRow[]>;
  /** Returns admissions keyed by message id. The subjects are already locked. */
  admit: (tx: Transaction, query: { messages: readonly MessageRow[]; now: Date }) => Promise<Map<number, Admission>>;
  compose: (context: Context, messages: readonly MessageRow[]) => Promise<Map<number, Composed | 'not needed' | Error>>;
  onSettled: (context: Context, tx: Transaction, settled: readonly Settled[]) => Promise<void>;
};

export type PurposeHandler = {
  /** What retries a message that was definitely not sent. */
  retriedBy: 'job' | 'command' | 'nobody';
  /** Locks the subject before the message, to prevent deadlocks. */
  lock?: (tx: Transaction, message: MessageRow) => Promise<void>;
  /** Runs in the transaction that claims the message. */
  admit?: (tx: Transaction, claim: { message: MessageRow; now: Date }) => Promise<Admission>;
  /** Absent when the text exists only in memory (codes, campaigns). */
  compose?: (context: Context, message: MessageRow) => Promise<Composed | 'not needed'>;
  /** Number of attempts to compose the message before it fails; defaults to the job's retries. */
  composeTries?: (message: MessageRow) => number;
  /** Runs in the transaction that records the outcome. */
  onSettled?: (context: Context, tx: Transaction, settled: Settled) => Promise<void>;
  /** Replaces lock, admit, compose and onSettled. */
  batch?: ManyMessages;
};

export type PurposeHandlers = Readonly<Record<MessagePurpose, PurposeHandler>>;

export const PROBLEM_WITHOUT_REASON: MessageProblem = 'carrier';

type Messages = readonly MessageRow[];

/** Always locks in the same order, to prevent deadlocks. */
export async function lockSubjects(
  tx: Transaction,
  { handler, messages, wait }: { handler: PurposeHandler; messages: Messages; wait: boolean },
): Promise<MessageRow[]> {
  if (handler.batch) return handler.batch.lock(tx, messages, { wait });
  for (const message of messages) await handler.lock?.(tx, message);
  return [...messages];
}

export async function admitMessages(
  tx: Transaction,
  { handler, messages, now }: { handler: PurposeHandler; messages: Messages; now: Date },
): Promise<Map<number, Admission>> {
  if (handler.batch) return handler.batch.admit(tx, { messages, now });
  const admissions = new Map<number, Admission>();
  for (const message of messages) admissions.set(message.id, (await handler.admit?.(tx, { message, now })) ?? {});
  return admissions;
}

export async function composeMessages(
  context: Context,
  { handler, messages }: { handler: PurposeHandler; messages: Messages },
): Promise<Map<number, Composed | 'not needed' | Error>> {
  const composed = new Map<number, Composed | 'not needed' | Error>();
  if (handler.batch) {
    const { compose } = handler.batch;
    return compose(context, messages).catch((error) => new Map(messages.map(({ id }) => [id, asError(error)])));
  }
  const write = async (message: MessageRow) => (await handler.compose?.(context, message)) ?? 'not needed';
  for (const message of messages) composed.set(message.id, await write(message).catch(asError));
  return composed;
}

export async function settleMessages(
  context: Context,
  tx: Transaction,
  { handler, settled }: { handler: PurposeHandler; settled: readonly Settled[] },
): Promise<void> {
  if (handler.batch) return handler.batch.onSettled(context, tx, settled);
  for (const settledMessage of settled) await handler.onSettled?.(context, tx, settledMessage);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
