import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '../database/handle.ts';
import { optOuts, outgoingMessages } from '../database/schema.ts';

export type MessageRow = typeof outgoingMessages.$inferSelect;

/** The message a carrier speaks of: our ref decides where it is given, for its own id may not be noted yet. */
export async function findMessage(
  handle: Handle,
  { ref, providerId }: { ref?: string | undefined; providerId?: string | undefined },
): Promise<MessageRow | null> {
  const named = ref === undefined ? undefined : eq(outgoingMessages.ref, ref);
  const known = providerId === undefined ? undefined : eq(outgoingMessages.providerId, providerId);
  const where = named && known ? and(named, or(known, isNull(outgoingMessages.providerId))) : (named ?? known);
  if (!where) return null;
  return (await handle.select().from(outgoingMessages).where(where).limit(1))[0] ?? null;
}

/** False when the message is not in one of these states any more. */
export async function moveMessage(
  tx: Transaction,
  move: { id: number; from: readonly string[]; fields: Partial<typeof outgoingMessages.$inferInsert> },
): Promise<boolean> {
  const where = and(eq(outgoingMessages.id, move.id), inArray(outgoingMessages.state, [...move.from]));
  const moved = await tx.update(outgoingMessages).set(move.fields).where(where).returning({ id: outgoingMessages.id });
  return moved.length === 1;
}

/** Keeps that a mobile wants no more campaign messages of a sender; the first such reply keeps its instant. */
export async function optOut(
  handle: Handle,
  row: { mobile: string; sender: string; word: string; now: Date },
): Promise<void> {
  const { mobile, sender, word, now } = row;
  await handle
    .insert(optOuts)
    .values({ mobile, sender, word, optedOutAt: now })
    .onConflictDoUpdate({
      target: [optOuts.mobile, optOuts.sender],
      set: { word, optedOutAt: now, optedInAt: null },
      setWhere: sql`${optOuts.optedInAt} is not null`,
    });
}

export async function optIn(handle: Handle, row: { mobile: string; sender: string; now: Date }): Promise<void> {
  const own = and(eq(optOuts.mobile, row.mobile), eq(optOuts.sender, row.sender), isNull(optOuts.optedInAt));
  await handle.update(optOuts).set({ optedInAt: row.now }).where(own);
}

export async function hasOptedOut(handle: Handle, who: { mobile: string; sender: string }): Promise<boolean> {
  const own = and(eq(optOuts.mobile, who.mobile), eq(optOuts.sender, who.sender), isNull(optOuts.optedInAt));
  return (await handle.select({ mobile: optOuts.mobile }).from(optOuts).where(own)).length > 0;
}

/**
 * Claims a campaign message before it is handed to the carrier; its words are kept nowhere. False: this ref has been sent, or may have
 * been; one that failed may be claimed again.
 */
export async function claimMessage(
  handle: Handle,
  { ref, recipient, now }: { ref: string; recipient: string; now: Date },
): Promise<boolean> {
  const row = { ref, recipient, kind: 'sms', purpose: 'campaign', state: 'claimed', attempts: 1 };
  const made = await handle
    .insert(outgoingMessages)
    .values({ ...row, claimedAt: now, createdAt: now })
    .onConflictDoUpdate({
      target: outgoingMessages.ref,
      set: {
        state: 'claimed',
        attempts: sql`${outgoingMessages.attempts} + 1`,
        claimedAt: now,
        error: null,
        problem: null,
      },
      setWhere: eq(outgoingMessages.state, 'failed'),
    })
    .returning({ id: outgoingMessages.id });
  return made.length === 1;
}

/** 'unknown' as well: the sweep may have given up a sender who was only slow. */
export async function recordMessage(
  handle: Handle,
  ref: string,
  fields: Partial<typeof outgoingMessages.$inferInsert>,
): Promise<void> {
  const open = and(eq(outgoingMessages.ref, ref), inArray(outgoingMessages.state, ['claimed', 'unknown']));
  await handle.update(outgoingMessages).set(fields).where(open);
}

/** Ends the claims of campaign messages that are older than `before`; answers their refs. */
export async function endClaims(
  handle: Handle,
  { before, state, error }: { before: Date; state: 'failed' | 'unknown'; error: string },
): Promise<string[]> {
  const ended = await handle
    .update(outgoingMessages)
    .set({ state, error })
    .where(and(sql`purpose = 'campaign' and state = 'claimed'`, lt(outgoingMessages.claimedAt, before)))
    .returning({ ref: outgoingMessages.ref });
  return ended.map(({ ref }) => ref);
}
