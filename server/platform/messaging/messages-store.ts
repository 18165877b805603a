import { and, desc, eq, inArray, isNull, lt, lte, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeColumns, purgeRows } from '#server/platform/database/purge.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import { messages } from '#server/platform/database/schema/schema.ts';
import { type MessageState, messageStates } from '#server/platform/database/schema/states/message.ts';
import { defineTransition } from '#server/platform/database/transition.ts';

export type MessageRow = typeof messages.$inferSelect;
export type NewMessage = typeof messages.$inferInsert;

/** The only statement that changes the state of messages. */
const transition = defineTransition(messages, messages.state, messageStates);

type MessagesMove = {
  ids: readonly number[];
  from: readonly MessageState[];
  to: MessageState;
  /** Moves only messages that were claimed before this time. */
  claimedBefore?: Date;
  set?: Partial<MessageRow>;
};

/** Skips messages that are no longer in a `from` state, and omits them from the result. */
export async function transitionMessages(tx: Transaction, move: MessagesMove): Promise<MessageRow[]> {
  const { ids, from, to, claimedBefore, set = {} } = move;
  if (ids.length === 0) return [];
  const claimed = claimedBefore && lt(messages.claimedAt, claimedBefore);
  return transition(tx, { where: and(isIn(messages.id, ids), claimed), from, to, set });
}

type Sent = Pick<MessageRow, 'id'> & Partial<Pick<MessageRow, 'providerId' | 'parts'>>;

/** Keeps the stored carrier ids and part counts when the new values are unknown. */
export async function transitionSent(
  tx: Transaction,
  { sent, set, ...move }: Omit<MessagesMove, 'ids'> & { sent: readonly Sent[] },
): Promise<MessageRow[]> {
  const ids = sent.map(({ id }) => id);
  const providerIds = sent.map(({ providerId = null }) => providerId);
  const parts = sent.map(({ parts = null }) => parts);
  const sentRows = sql`unnest(${sql.param(ids)}::bigint[], ${sql.param(providerIds)}::text[], ${sql.param(parts)}::int[])
    as sent (id, provider_id, parts) where sent.id = ${messages.id}`;
  const sentFields = {
    providerId: sql`coalesce((select sent.provider_id from ${sentRows}), ${messages.providerId})` as unknown as string,
    parts: sql`coalesce((select sent.parts from ${sentRows}), ${messages.parts})` as unknown as number,
  };
  return transitionMessages(tx, { ...move, ids, set: { ...set, ...sentFields } });
}

/** Matches the gift messages of a delivery attempt, but not the text that tells the customer about its failure. */
const attemptCondition = ({ giftCardId, deliveryAttempt }: { giftCardId: number; deliveryAttempt: number }) =>
  and(eq(messages.purpose, 'gift'), eq(messages.giftCardId, giftCardId), eq(messages.deliveryAttempt, deliveryAttempt));

export async function requeueAttempt(
  tx: Transaction,
  { giftCardId, deliveryAttempt, notBefore }: { giftCardId: number; deliveryAttempt: number; notBefore: Date },
): Promise<MessageRow[]> {
  const where = attemptCondition({ giftCardId, deliveryAttempt });
  return transition(tx, { where, from: ['not_needed'], to: 'queued', set: { notBefore: notBefore } });
}

/** Skips messages whose ref already exists. */
export async function insertMessages(tx: Transaction, newMessages: readonly NewMessage[]): Promise<MessageRow[]> {
  if (newMessages.length === 0) return [];
  return tx
    .insert(messages)
    .overridingSystemValue()
    .values([...newMessages])
    .onConflictDoNothing({ target: messages.ref })
    .returning()
    .execute();
}

export async function getMessage(handle: Handle, id: number): Promise<MessageRow | null> {
  return (await handle.select().from(messages).where(eq(messages.id, id)))[0] ?? null;
}

export async function listQueuedMessages(handle: Handle, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return handle.select().from(messages).where(queuedCondition(ids)).orderBy(messages.id);
}

const queuedCondition = (ids: readonly number[]) => and(isIn(messages.id, ids), eq(messages.state, 'queued'));

/** Without `wait`, skips locked rows. */
export async function lockQueued(
  tx: Transaction,
  { ids, wait }: { ids: readonly number[]; wait: boolean },
): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const queued = tx.select().from(messages).where(queuedCondition(ids)).orderBy(messages.id);
  return wait ? queued.for('update') : queued.for('update', { skipLocked: true });
}

/** Looks for our ref if it is given, because the carrier's id may not be recorded yet. A recorded id must match. */
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

/** Returns null if another process claimed the message first or its state does not match. */
export async function claimMessage(
  tx: Transaction,
  claim: { id: number; from: readonly ('queued' | 'failed')[]; recipient?: string | undefined; now: Date },
): Promise<MessageRow | null> {
  const { id, from, recipient, now } = claim;
  const set = { ...claimFields(now), ...(recipient ? { recipient } : {}) };
  return (await transition(tx, { where: eq(messages.id, id), from, to: 'claimed', set }))[0] ?? null;
}

const claimFields = (now: Date) => {
  const attempts = sql`${messages.attempts} + 1` as unknown as number;
  return { claimedAt: now, attempts, error: null, problem: null };
};

/** Claims locked messages in one statement, except messages whose recipient changed. */
export async function claimMessages(
  tx: Transaction,
  claim: { unchanged: readonly number[]; changed: readonly { id: number; recipient: string }[]; now: Date },
): Promise<MessageRow[]> {
  const { unchanged: ids, changed, now } = claim;
  const claimed = await transitionMessages(tx, { ids, from: ['queued'], to: 'claimed', set: claimFields(now) });
  for (const { id, recipient } of changed) {
    const row = await claimMessage(tx, { id, from: ['queued'], recipient, now });
    if (row) claimed.push(row);
  }
  return claimed;
}

export async function postponeMessages(
  tx: Transaction,
  { ids, notBefore }: { ids: readonly number[]; notBefore: Date },
): Promise<void> {
  await tx.update(messages).set({ notBefore: notBefore }).where(queuedCondition(ids));
}

export async function postponeAttempt(
  tx: Transaction,
  { giftCardId, deliveryAttempt, notBefore }: { giftCardId: number; deliveryAttempt: number; notBefore: Date },
): Promise<MessageRow[]> {
  const waiting = and(attemptCondition({ giftCardId, deliveryAttempt }), eq(messages.state, 'queued'));
  return tx.update(messages).set({ notBefore: notBefore }).where(waiting).returning();
}

export async function listStaleMessages(handle: Handle, before: Date): Promise<MessageRow[]> {
  const stale = and(eq(messages.state, 'claimed'), lt(messages.claimedAt, before));
  return handle.select().from(messages).where(stale).orderBy(messages.claimedAt).limit(500);
}

export async function listClaimedMessages(handle: Handle): Promise<MessageRow[]> {
  return handle.select().from(messages).where(eq(messages.state, 'claimed')).orderBy(messages.claimedAt);
}

/** More messages than can become due in a minute. */
const MAX_DUE = 20_000;

/** Longer than the longest retry delay (server/platform/jobs/queue.ts). */
const JOB_ENDED_MS = 2 * 3_600_000;

/** Returns due messages without a live job; with `tried`, all due messages. */
export async function listDueMessages(
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
  return handle.select({ id, channel }).from(messages).where(due).orderBy(messages.notBefore).limit(MAX_DUE);
}

const count = z.object({ due: z.int(), claimed: z.int() });

export async function countUnsent(handle: Handle, now: Date): Promise<z.output<typeof count>> {
  const { state, notBefore } = messages;
  const [counted] = await queryRows(
    handle,
    count,
    sql`select count(*) filter (where ${state} = 'queued' and ${notBefore} <= ${now.toISOString()}) as due,
        count(*) filter (where ${state} = 'claimed') as claimed
      from ${messages} where ${state} in ('queued', 'claimed')`,
  );
  return counted ?? { due: 0, claimed: 0 };
}

const unfinished = z.object({ purpose: z.string(), state: z.string(), count: z.int() });

export function countFailed(handle: Handle, since: Date): Promise<z.output<typeof unfinished>[]> {
  const { state, purpose, createdAt } = messages;
  return queryRows(
    handle,
    unfinished,
    sql`select ${purpose} as purpose, ${state} as state, count(*) as count from ${messages}
      where ${state} in ('failed', 'unknown') and ${createdAt} >= ${since.toISOString()} group by 1, 2 order by 1, 2`,
  );
}

/** Matches messages that have ended or that are queued for a voided gift card. */
const isOver = or(
  notInArray(messages.state, ['queued', 'claimed']),
  and(
    eq(messages.state, 'queued'),
    sql`exists (select from gift_card_accounts a where a.gift_card_id = ${messages.giftCardId} and a.status = 'void')`,
  ),
);

/** Clears the recipients of old messages, except messages that are still to be sent. */
export async function clearRecipients(handle: Handle, before: Date): Promise<void> {
  const old = and(lt(messages.notBefore, before), ne(messages.recipient, ''), isOver);
  await purgeColumns(messages, handle, { set: { recipient: '' }, where: old });
}

export async function eraseRecipients(handle: Handle, recipients: readonly string[]): Promise<void> {
  await handle
    .update(messages)
    .set({ recipient: '' })
    .where(and(inArray(messages.recipient, [...recipients]), isOver));
}

export async function countUnsentTo(handle: Handle, recipients: readonly string[]): Promise<number> {
  const toSend = and(inArray(messages.recipient, [...recipients]), not(isOver as SQL));
  return (await handle.select({ id: messages.id }).from(messages).where(toSend)).length;
}

export async function deleteCodeMessages(handle: Handle, before: Date): Promise<void> {
  await purgeRows(messages, handle, and(eq(messages.purpose, 'code'), lt(messages.createdAt, before)));
}

export type MessageSubject = { orderId: number } | { giftCardId: number };

/**
 * Returns messages about a gift card and its redemptions, or about an order and its gift cards, latest first. Uses
 * `union all`, because `or` would scan all messages.
 */
export function listSubjectMessages(
  handle: Handle,
  { subject, limit }: { subject: MessageSubject; limit: number },
): Promise<MessageRow[]> {
  const ids =
    'giftCardId' in subject
      ? sql`select m.id from messages m where m.gift_card_id = ${subject.giftCardId}
          union all select m.id from messages m join gift_card_redemptions r on r.id = m.redemption_id
            where r.gift_card_id = ${subject.giftCardId}`
      : sql`select m.id from messages m where m.order_id = ${subject.orderId}
          union all select m.id from messages m join gift_cards g on g.id = m.gift_card_id
            join order_lines l on l.id = g.order_line_id where l.order_id = ${subject.orderId}`;
  return handle.select().from(messages).where(sql`${messages.id} in (${ids})`).orderBy(desc(messages.id)).limit(limit);
}
