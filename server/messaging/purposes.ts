import type { MessageProblem } from '#contract/gift-cards.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import type { MessageRow } from './messages-store.ts';

export type { MessageRow };

export type MessagePurpose = MessageRow['purpose'];

/** The words of a text or a mail; ref and recipient stand in the message's row. */
export type Composed =
  | { text: string; mediaUrl?: string; sender?: string | null }
  | { subject: string; text: string; html: string };

/** Whether a message is sent now, and to which recipient if that has changed; at a later time; or not at all. */
export type Admission = { recipient?: string } | { at: Date } | 'not needed';

/** A message that has reached a state; `gaveUp`: the last of its retries has failed. */
type Settled = { message: MessageRow; gaveUp: boolean; now: Date };

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
};

export type PurposeHandlers = Readonly<Record<MessagePurpose, PurposeHandler>>;

/** Where a carrier gives no reason. */
export const PROBLEM_WITHOUT_REASON: MessageProblem = 'carrier';
