import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import type { SendOptions } from '../jobs/jobs.ts';
import {
  claimMessage,
  findReported,
  insertMessage,
  type MessageRow,
  type NewMessage,
  postponeAttempt,
  requeueAttempt,
} from './messages-store.ts';

type Subject = Partial<
  Pick<NewMessage, 'orderId' | 'refundId' | 'shipmentId' | 'giftCardId' | 'deliveryAttempt' | 'signInCodeId'>
>;
type Message = Pick<NewMessage, 'ref' | 'channel' | 'purpose' | 'recipient'> & Subject & { now: Date };

type Job = { message: Pick<MessageRow, 'id' | 'channel'> } & SendOptions;

/** Mails have a queue of their own: a mail server that hangs must not keep texts waiting. */
export async function queueJob({ jobs }: Pick<Context, 'jobs'>, tx: Transaction, job: Job): Promise<void> {
  const { message, ...options } = job;
  const name = message.channel === 'email' ? 'send-email' : 'send-message';
  await jobs.send(tx, name, { messageId: message.id }, options);
}

/** Writes a message and its job in the transaction that causes it; a ref that is there already is not written again. */
export async function queueMessage(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { now, notBefore = now, ...message }: Message & { notBefore?: Date },
): Promise<void> {
  const queued = await insertMessage(tx, { ...message, notBefore, state: 'queued', createdAt: now });
  if (queued) await queueJob({ jobs }, tx, { message: queued, at: notBefore });
}

/**
 * Writes a message whose words only its caller knows, claimed from the start: the caller commits and hands it over.
 * Null: this ref has been sent, or may have been; one that failed is claimed anew.
 */
export async function claimNewMessage(tx: Transaction, { now, ...message }: Message): Promise<MessageRow | null> {
  const claimed = { state: 'claimed', attempts: 1, notBefore: now, claimedAt: now, createdAt: now } as const;
  const made = await insertMessage(tx, { ...message, ...claimed });
  if (made) return made;
  const before = await findReported(tx, { ref: message.ref });
  return before && claimMessage(tx, { id: before.id, from: ['failed'], recipient: message.recipient, now });
}

type OfAttempt = { giftCardId: number; deliveryAttempt: number };

/** Moves what waits of a delivery attempt to another instant. */
export async function rescheduleMessages(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { at, ...attempt }: OfAttempt & { at: Date },
): Promise<void> {
  for (const message of await postponeAttempt(tx, { ...attempt, at })) await queueJob({ jobs }, tx, { message, at });
}

/** Messages of a delivery attempt that were not needed are sent at that instant after all; returns their channels. */
export async function requeueMessages(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { at, ...attempt }: OfAttempt & { at: Date },
): Promise<MessageRow['channel'][]> {
  const requeued = await requeueAttempt(tx, { ...attempt, at });
  for (const message of requeued) await queueJob({ jobs }, tx, { message, at });
  return requeued.map(({ channel }) => channel);
}
