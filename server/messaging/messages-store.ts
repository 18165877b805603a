import { and, eq, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '../database/handle.ts';
import { messages } from '../database/schema/schema.ts';
import { transitionOf } from '../database/transition.ts';
import { type MessageState, messageStates } from '../kernel/states/message.ts';

export type MessageRow = typeof messages.$inferSelect;
export type NewMessage = Omit<typeof messages.$inferInsert, 'id'>;

/** The only statement that sets the state of a message. */
const transitionMessages = transitionOf(messages, messages.state, messageStates);

type MessageMove = {
  id: number;
  from: readonly MessageState[];
  to: MessageState;
  /** Only a claim that is older than this. */
  claimedBefore?: Date;
  set?: Partial<MessageRow>;
};

/** Null: the message is not in one of the states `from` any more. */
export async function transitionMessage(tx: Transaction, move: MessageMove): Promise<MessageRow | null> {
  const { id, from, to, claimedBefore, set = {} } = move;
  const claimed = claimedBefore && lt(messages.claimedAt, claimedBefore);
  const moved = await transitionMessages(tx, { where: and(eq(messages.id, id), claimed), from, to, set });
  return moved[0] ?? null;
}

/** What delivers a gift card in one attempt; the text to its customer about a failed one is none of it. */
const ofAttempt = ({ giftCardId, deliveryAttempt }: { giftCardId: number; deliveryAttempt: number }) =>
  and(eq(messages.purpose, 'gift'), eq(messages.giftCardId, giftCardId), eq(messages.deliveryAttempt, deliveryAttempt));

/** Queues what was not needed of a delivery attempt for another instant. */
export async function requeueAttempt(
  tx: Transaction,
  { giftCardId, deliveryAttempt, at }: { giftCardId: number; deliveryAttempt: number; at: Date },
): Promise<MessageRow[]> {
  const where = ofAttempt({ giftCardId, deliveryAttempt });
  return transitionMessages(tx, { where, from: ['not_needed'], to: 'queued', set: { notBefore: at } });
}

/** Null when there is a message of this ref already. */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<MessageRow | null> {
  const made = await tx.insert(messages).values(message).onConflictDoNothing({ target: messages.ref }).returning();
  return made[0] ?? null;
}

export async function getMessage(handle: Handle, id: number): Promise<MessageRow | null> {
  return (await handle.select().from(messages).where(eq(messages.id, id)))[0] ?? null;
}

/** The message a delivery report is about, by our ref if the report has it: the carrier's id may not be recorded yet. */
export async function findReported(
  handle: Handle,
  { ref, providerId }: { ref?: string | undefined; providerId?: string | undefined },
): Promise<MessageRow | null> {
  const byRef = ref === undefined ? undefined : eq(messages.ref, ref);
  const byProviderId = providerId === undefined ? undefined : eq(messages.providerId, providerId);
  const where =
    byRef && byProviderId ? and(byRef, or(byProviderId, isNull(messages.providerId))) : (byRef ?? byProviderId);
  if (!where) return null;
  return (await handle.select().from(messages).where(where).limit(1))[0] ?? null;
}

/** Claims a message for this process; null: another process was first, or it is not in one of these states. */
export async function claimMessage(
  tx: Transaction,
  claim: { id: number; from: readonly ('queued' | 'failed')[]; recipient?: string | undefined; now: Date },
): Promise<MessageRow | null> {
  const { id, from, recipient, now } = claim;
  const attempts = sql`${messages.attempts} + 1` as unknown as number;
  const set = { claimedAt: now, attempts, error: null, problem: null, ...(recipient ? { recipient } : {}) };
  return (await transitionMessages(tx, { where: eq(messages.id, id), from, to: 'claimed', set }))[0] ?? null;
}

/** Postpones a queued message to another instant. */
export async function postponeMessage(tx: Transaction, { id, at }: { id: number; at: Date }): Promise<void> {
  const own = and(eq(messages.id, id), eq(messages.state, 'queued'));
  await tx.update(messages).set({ notBefore: at }).where(own);
}

/** The same for the queued messages of a gift card's delivery attempt; returns them. */
export async function postponeAttempt(
  tx: Transaction,
  { giftCardId, deliveryAttempt, at }: { giftCardId: number; deliveryAttempt: number; at: Date },
): Promise<MessageRow[]> {
  const waiting = and(ofAttempt({ giftCardId, deliveryAttempt }), eq(messages.state, 'queued'));
  return tx.update(messages).set({ notBefore: at }).where(waiting).returning();
}

/** Messages claimed before then: the process that claimed them is dead. */
export async function staleMessages(handle: Handle, before: Date): Promise<MessageRow[]> {
  const stale = and(eq(messages.state, 'claimed'), lt(messages.claimedAt, before));
  return handle.select().from(messages).where(stale).orderBy(messages.claimedAt).limit(500);
}

/** Every message that somebody has claimed. */
export async function claimedMessages(handle: Handle): Promise<MessageRow[]> {
  return handle.select().from(messages).where(eq(messages.state, 'claimed')).orderBy(messages.claimedAt);
}

/** Longer than the longest wait between two attempts of a job (server/jobs/queue.ts): that job has ended. */
const JOB_ENDED_MS = 2 * 3_600_000;

/**
 * Due messages that no job is about to send: never tried, or last tried so long ago that the job has ended. `tried`: all
 * that are due.
 */
export async function dueMessages(
  handle: Handle,
  { dueAt, tried }: { dueAt: Date; tried: boolean },
): Promise<Pick<MessageRow, 'id' | 'channel'>[]> {
  const abandoned = lt(messages.claimedAt, new Date(dueAt.getTime() - JOB_ENDED_MS));
  const untried = eq(messages.attempts, 0);
  const due = and(
    eq(messages.state, 'queued'),
    lte(messages.notBefore, dueAt),
    tried ? undefined : or(untried, abandoned),
  );
  const { id, channel } = messages;
  return handle.select({ id, channel }).from(messages).where(due).orderBy(messages.notBefore).limit(500);
}

/** Clears who got the messages whose time came before then; what is not settled keeps its recipient. */
export async function clearRecipients(handle: Handle, before: Date): Promise<void> {
  const settled = notInArray(messages.state, ['queued', 'claimed']);
  const old = and(lt(messages.notBefore, before), ne(messages.recipient, ''), settled);
  await handle.update(messages).set({ recipient: '' }).where(old);
}

export async function deleteCodeMessages(handle: Handle, before: Date): Promise<void> {
  await handle.delete(messages).where(and(eq(messages.purpose, 'code'), lt(messages.createdAt, before)));
}
