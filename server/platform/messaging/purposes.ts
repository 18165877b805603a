import type { MessageProblem } from '#contract/gift-cards.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { MessagePurpose } from '#server/platform/kernel/message-purposes.ts';
import type { MessageRow } from './messages-store.ts';

export type { MessageRow };

/** The words of a text or a mail; ref and recipient stand in the message's row. */
export type Composed =
  | { text: string; mediaUrl?: string; sender?: string | null }
  | { subject: string; text: string; html: string };

/** Whether a message is sent now, and to which recipient if that has changed; at a later time; or not at all. */
export type Admission = { recipient?: string } | { at: Date } | 'not needed';

/** A message that has reached a state; `gaveUp`: the last of its retries has failed. */
export type Settled = { message: MessageRow; gaveUp: boolean; now: Date };

/** The same for many messages of one purpose, in a few statements: thousands of gift cards are due at one minute. */
export type ManyMessages = {
  /** Those whose subject it could lock; without `wait`, what somebody else has locked is left out. */
  lock: (tx: Transaction, messages: readonly MessageRow[], how: { wait: boolean }) => Promise<MessageRow[]>;
  /** By the id of the message; their subjects are locked. */
  admit: (tx: Transaction, query: { messages: readonly MessageRow[]; now: Date }) => Promise<Map<number, Admission>>;
  compose: (context: Context, messages: readonly MessageRow[]) => Promise<Map<number, Composed | 'not needed' | Error>>;
  onSettled: (context: Context, tx: Transaction, settled: readonly Settled[]) => Promise<void>;
};

/** How a feature's messages are sent; the composition root passes the table of all handlers to the dispatcher. */
export type PurposeHandler = {
  /** What sends a message again that was surely not sent: its job, the operator's command, or nothing. */
  retriedBy: 'job' | 'command' | 'nobody';
  /** Locks the subject before the message: one lock order, no deadlock. */
  lock?: (tx: Transaction, message: MessageRow) => Promise<void>;
  /** Asked in the transaction that claims. */
  admit?: (tx: Transaction, claim: { message: MessageRow; now: Date }) => Promise<Admission>;
  /** Writes the text; absent for text that exists in memory only (codes, campaigns). */
  compose?: (context: Context, message: MessageRow) => Promise<Composed | 'not needed'>;
  /** After how many tries a message that cannot be written fails; as often as it is retried when left out. */
  composeTries?: (message: MessageRow) => number;
  /** What follows, in the transaction that records the state. */
  onSettled?: (context: Context, tx: Transaction, settled: Settled) => Promise<void>;
  /** In place of lock, admit, compose and onSettled. */
  many?: ManyMessages;
};

export type PurposeHandlers = Readonly<Record<MessagePurpose, PurposeHandler>>;

/** Where a carrier gives no reason. */
export const PROBLEM_WITHOUT_REASON: MessageProblem = 'carrier';

type Messages = readonly MessageRow[];

/** Locks the subjects of messages, always in the same order; returns those whose subject is locked now. */
export async function lockSubjects(
  tx: Transaction,
  { handler, messages, wait }: { handler: PurposeHandler; messages: Messages; wait: boolean },
): Promise<MessageRow[]> {
  if (handler.many) return handler.many.lock(tx, messages, { wait });
  for (const message of messages) await handler.lock?.(tx, message);
  return [...messages];
}

/** Whether each may go now, by its id. */
export async function admitMessages(
  tx: Transaction,
  { handler, messages, now }: { handler: PurposeHandler; messages: Messages; now: Date },
): Promise<Map<number, Admission>> {
  if (handler.many) return handler.many.admit(tx, { messages, now });
  const admissions = new Map<number, Admission>();
  for (const message of messages) admissions.set(message.id, (await handler.admit?.(tx, { message, now })) ?? {});
  return admissions;
}

/** The words of each, by its id, or why they could not be written. */
export async function composeMessages(
  context: Context,
  { handler, messages }: { handler: PurposeHandler; messages: Messages },
): Promise<Map<number, Composed | 'not needed' | Error>> {
  const composed = new Map<number, Composed | 'not needed' | Error>();
  if (handler.many) {
    const { compose } = handler.many;
    return compose(context, messages).catch((error) => new Map(messages.map(({ id }) => [id, asError(error)])));
  }
  const write = async (message: MessageRow) => (await handler.compose?.(context, message)) ?? 'not needed';
  for (const message of messages) composed.set(message.id, await write(message).catch(asError));
  return composed;
}

/** What follows from the states that messages have reached, in the transaction that records them. */
export async function settleMessages(
  context: Context,
  tx: Transaction,
  { handler, settled }: { handler: PurposeHandler; settled: readonly Settled[] },
): Promise<void> {
  if (handler.many) return handler.many.onSettled(context, tx, settled);
  for (const one of settled) await handler.onSettled?.(context, tx, one);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
