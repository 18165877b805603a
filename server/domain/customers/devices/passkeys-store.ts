import { and, desc, eq, gt, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Passkey } from '#contract/shapes/passkey.ts';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { customers, ownershipStart, passkeyChallenges, passkeys } from '#server/platform/database/schema/schema.ts';
import type { CustomerRow } from '../queries.ts';
import { HISTORY_MS } from './history-rules.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
type Of = { customerId: number };

/**
 * Excludes passkeys that a former owner may have made. Every query must apply it, except the one that deletes all
 * passkeys.
 */
const isOwn = sql`${passkeys.createdAt} >= ${ownershipStart(passkeys.customerId)}`;

const isOwnedByCustomer = ({ customerId }: Of): SQL | undefined => and(eq(passkeys.customerId, customerId), isOwn);

export function asPasskey({ id, device, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, device, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

export async function readNewPasskeys(handle: Handle, { now, ...owner }: Of & { now: Date }): Promise<PasskeyRow[]> {
  const isNew = gt(passkeys.createdAt, new Date(now.getTime() - HISTORY_MS));
  return handle
    .select()
    .from(passkeys)
    .where(and(isOwnedByCustomer(owner), isNew))
    .orderBy(desc(passkeys.id))
    .execute();
}

export async function readPasskeys(handle: Handle, owner: Of): Promise<PasskeyRow[]> {
  return handle.select().from(passkeys).where(isOwnedByCustomer(owner)).orderBy(desc(passkeys.id));
}

export async function findPasskeyWithOwner(
  handle: Handle,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; customer: CustomerRow } | null> {
  const [found] = await handle
    .select({ passkey: passkeys, customer: customers })
    .from(passkeys)
    .innerJoin(customers, eq(customers.id, passkeys.customerId))
    .where(and(eq(passkeys.credentialId, credentialId), isOwn));
  return found ?? null;
}

export async function insertPasskey(
  tx: Transaction,
  passkey: Omit<typeof passkeys.$inferInsert, 'id'>,
): Promise<PasskeyRow | null> {
  return (await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning())[0] ?? null;
}

/**
 * Returns false if the passkey was deleted, its counter did not advance (it may be cloned), or the mobile number
 * changed owners. Lock the customer first.
 */
export async function recordPasskeyUse(
  tx: Transaction,
  { id, counter, now }: { id: number; counter: number; now: Date },
): Promise<boolean> {
  const movedOn = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), movedOn, isOwn))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

export async function deletePasskey(tx: Transaction, { id, ...owner }: Of & { id: number }): Promise<boolean> {
  const condition = and(eq(passkeys.id, id), isOwnedByCustomer(owner));
  return (await tx.delete(passkeys).where(condition).returning({ id: passkeys.id })).length === 1;
}

/** Deletes all passkeys except one added at `exceptAddedAt`. Returns how many were deleted. */
export async function deletePasskeys(
  tx: Transaction,
  customerId: number,
  { exceptAddedAt = null }: { exceptAddedAt?: Date | null } = {},
): Promise<number> {
  const otherPasskeys = exceptAddedAt ? ne(passkeys.createdAt, exceptAddedAt) : undefined;
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.customerId, customerId), otherPasskeys))
    .returning({ id: passkeys.id });
  return deleted.length;
}

export async function insertChallenge(
  handle: Handle,
  challenge: Required<typeof passkeyChallenges.$inferInsert>,
): Promise<void> {
  await handle.insert(passkeyChallenges).values(challenge);
}

type Asked = { challengeHash: string; customerId: number | null; browser: string | null; now: Date };

/** Consumes the challenge. Returns false if it expired or belongs to another browser. */
export async function consumeChallenge(
  handle: Handle,
  { challengeHash, customerId, browser, now }: Asked,
): Promise<boolean> {
  const { challengeHash: hash, customerId: customerColumn, browser: where, expiresAt } = passkeyChallenges;
  const condition = and(
    eq(hash, challengeHash),
    customerId === null ? isNull(customerColumn) : eq(customerColumn, customerId),
    browser === null ? isNull(where) : eq(where, browser),
    gt(expiresAt, now),
  );
  return (await handle.delete(passkeyChallenges).where(condition).returning({ hash })).length === 1;
}

export async function deleteChallengesExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(passkeyChallenges, handle, lt(passkeyChallenges.expiresAt, before));
}
