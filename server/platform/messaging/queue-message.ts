import type { Context } from '#server/context.ts';
import { awaitAll, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import type { SendOptions } from '#server/platform/jobs/jobs.ts';
import { getPurpose, MESSAGE_SUBJECTS, type MessageSubject } from '#server/platform/kernel/message-purposes.ts';
import {
  claimMessage,
  findReported,
  insertMessages,
  type MessageRow,
  type NewMessage,
  postponeAttempt,
  requeueAttempt,
} from './messages-store.ts';

type Subject = Partial<Pick<NewMessage, MessageSubject | 'deliveryAttempt' | 'signInCodeId'>>;
type Message = Pick<NewMessage, 'ref' | 'channel' | 'purpose' | 'recipient'> & Subject & { now: Date };

type QueuedMessage = Pick<MessageRow, 'id' | 'channel'>;
type QueueJobs = { messages: readonly QueuedMessage[] } & SendOptions;

/** Uses separate queues, so that a hanging mail server does not delay texts. */
export async function queueJobs(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { messages, ...options }: QueueJobs,
): Promise<void> {
  const isMail = ({ channel }: QueuedMessage): boolean => channel === 'email';
  const data = (queued: readonly QueuedMessage[]) => queued.map(({ id: messageId }) => ({ messageId }));
  await awaitAll([
    jobs.sendMany(tx, 'send-email', data(messages.filter(isMail)), options),
    jobs.sendMany(tx, 'send-message', data(messages.filter((message) => !isMail(message))), options),
  ]);
}

/** `id`: set only if the ref cannot exist yet. */
type Queued = Message & { id?: number; notBefore?: Date };

/** Does nothing if the ref already exists. Runs in the caller's transaction. */
export function queueMessage(context: Pick<Context, 'jobs'>, tx: Transaction, message: Queued): Promise<void> {
  return queueMessages(context, tx, [message]);
}

export async function queueMessages(
  context: Pick<Context, 'jobs'>,
  tx: Transaction,
  queued: readonly Queued[],
): Promise<void> {
  queued.forEach(assertOfPurpose);
  const rows = queued.map(({ now, notBefore = now, ...message }) => {
    return { ...message, notBefore, state: 'queued' as const, createdAt: now };
  });
  const inserted = insertMessages(tx, rows);
  const newRows: readonly Made[] = rows.every(hasId) ? rows : await inserted;
  const byTime = Map.groupBy(newRows, ({ notBefore }) => notBefore.getTime());
  const jobs = [...byTime].map(([time, messages]) => queueJobs(context, tx, { messages, startAfter: new Date(time) }));
  sendWithCommit(tx, inserted);
  await awaitAll(jobs);
}

/** Notifies the operator by text, email, both or neither, depending on the settings. */
export async function queueForOperator(
  context: Pick<Context, 'jobs' | 'settings'>,
  tx: Transaction,
  { ref, ...message }: Omit<Queued, 'id' | 'channel' | 'recipient'>,
): Promise<void> {
  const { OPERATOR_MOBILE, OPERATOR_EMAIL } = context.settings;
  const messages = [
    { ...message, ref: `${ref}-text`, channel: 'sms' as const, recipient: OPERATOR_MOBILE },
    { ...message, ref: `${ref}-mail`, channel: 'email' as const, recipient: OPERATOR_EMAIL },
  ].filter(({ recipient }) => recipient !== '');
  if (messages.length > 0) await queueMessages(context, tx, messages);
}

function assertOfPurpose(message: Omit<Message, 'now'>): void {
  const { channels, about } = getPurpose(message.purpose);
  if (!channels.includes(message.channel))
    throw new Error(`A message ${message.purpose} cannot be sent by ${message.channel}.`);
  const wrong = MESSAGE_SUBJECTS.filter((subject) => about.includes(subject) !== ((message[subject] ?? null) !== null));
  if (wrong.length === 0) return;
  const subjects = about.length > 0 ? about.join(' and ') : 'no subject';
  throw new Error(`A message ${message.purpose} must name ${subjects}. Missing or wrong: ${wrong.join(', ')}.`);
}

type Made = QueuedMessage & Pick<MessageRow, 'notBefore'>;

const hasId = <Row extends { id?: number }>(row: Row): row is Row & { id: number } => row.id !== undefined;

/**
 * Inserts a claimed message whose text only the caller has; the caller commits, then sends. Returns null if a message
 * with this ref may have been sent. Claims failed messages again.
 */
export async function claimNewMessage(tx: Transaction, { now, ...message }: Message): Promise<MessageRow | null> {
  assertOfPurpose(message);
  const claimed = { state: 'claimed', attempts: 1, notBefore: now, claimedAt: now, createdAt: now } as const;
  const [newMessage] = await insertMessages(tx, [{ ...message, ...claimed }]);
  if (newMessage) return newMessage;
  const before = await findReported(tx, { ref: message.ref });
  return before && claimMessage(tx, { id: before.id, from: ['failed'], recipient: message.recipient, now });
}

type OfAttempt = { giftCardId: number; deliveryAttempt: number };

export async function rescheduleMessages(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { sendAt, ...attempt }: OfAttempt & { sendAt: Date },
): Promise<void> {
  await queueJobs({ jobs }, tx, {
    messages: await postponeAttempt(tx, { ...attempt, notBefore: sendAt }),
    startAfter: sendAt,
  });
}

export async function requeueMessages(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { sendAt, ...attempt }: OfAttempt & { sendAt: Date },
): Promise<MessageRow['channel'][]> {
  const requeued = await requeueAttempt(tx, { ...attempt, notBefore: sendAt });
  await queueJobs({ jobs }, tx, { messages: requeued, startAfter: sendAt });
  return requeued.map(({ channel }) => channel);
}
