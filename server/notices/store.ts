import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { members, orderNotices, orders } from '../database/schema.ts';

export type NoticeKind = 'held-text' | 'held-mail' | 'refused-text';
export type NoticeState = 'queued' | 'claimed' | 'sent' | 'failed' | 'unknown' | 'not needed';

/** False when there is such a notice already. */
export async function insertNotice(
  handle: Handle,
  { orderId, kind, now }: { orderId: number; kind: NoticeKind; now: Date },
): Promise<boolean> {
  const row = { orderId, kind, state: 'queued', changedAt: now };
  const made = await handle
    .insert(orderNotices)
    .values(row)
    .onConflictDoNothing()
    .returning({ kind: orderNotices.kind });
  return made.length === 1;
}

type Move = { orderId: number; kind: NoticeKind; from: NoticeState; to: NoticeState; error?: string | null; now: Date };

/** A guarded move: true for the one caller that made it. */
export async function moveNotice(
  handle: Handle,
  { orderId, kind, from, to, error = null, now }: Move,
): Promise<boolean> {
  const own = and(eq(orderNotices.orderId, orderId), eq(orderNotices.kind, kind), eq(orderNotices.state, from));
  const moved = await handle
    .update(orderNotices)
    .set({ state: to, error, changedAt: now })
    .where(own)
    .returning({ kind: orderNotices.kind });
  return moved.length === 1;
}

type EndedClaim = { orderId: number; kind: NoticeKind; state: NoticeState };

/** Ends claims older than `before`: those of the kinds `again` are queued anew, the others are unknown. */
export async function endClaims(
  handle: Handle,
  { before, again, now }: { before: Date; again: readonly NoticeKind[]; now: Date },
): Promise<EndedClaim[]> {
  const { orderId, kind, state } = orderNotices;
  const ended = await handle
    .update(orderNotices)
    .set({
      state: sql`case when ${inArray(kind, [...again])} then 'queued' else 'unknown' end`,
      error: 'The process ended before the carrier answered.',
      changedAt: now,
    })
    .where(and(eq(state, 'claimed'), lt(orderNotices.changedAt, before)))
    .returning({ orderId, kind, state });
  return ended as EndedClaim[];
}

export type NoticeFacts = { order: typeof orders.$inferSelect; buyerMobile: string };

export async function noticeFacts(handle: Handle, orderId: number): Promise<NoticeFacts | null> {
  const [found] = await handle
    .select({ order: orders, buyerMobile: members.mobile })
    .from(orders)
    .innerJoin(members, eq(members.id, orders.memberId))
    .where(eq(orders.id, orderId));
  return found ?? null;
}
