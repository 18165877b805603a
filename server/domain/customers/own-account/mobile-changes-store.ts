import { and, eq, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import {
  customers,
  emailCodes,
  mobileChanges,
  phoneVerifications,
  signInCodes,
} from '#server/platform/database/schema/schema.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';
import { deleteDevices } from '../devices/known-devices-store.ts';

type Change = Omit<typeof mobileChanges.$inferInsert, 'id'>;
type CustomerColumns = typeof customers.$inferInsert;
type Also = Partial<Pick<CustomerColumns, 'cardsFrom' | 'unprovedSince' | 'unprovedEmail' | 'lastSeenAt'>>;

/** If two changes race for the same number, its unique index rejects the second. */
export async function writeMobileChange(
  tx: Transaction,
  { change, also }: { change: Change; also: Also },
): Promise<void> {
  const { customerId, newMobile } = change;
  await tx
    .update(customers)
    .set({ mobile: newMobile, ...also })
    .where(eq(customers.id, customerId));
  await tx.insert(mobileChanges).values(change);
}

type Used = { customerId: number; since: string };
const readUsed = defineRowsStatement(
  z.object({ isUsed: z.boolean() }),
  (place: Place<Used>) => sql`select
    exists (select from orders where customer_id = ${place('customerId')} and created_at >= ${place('since')})
    or exists (select from addresses where customer_id = ${place('customerId')} and created_at >= ${place('since')})
    or exists (select from gift_card_details where customer_id = ${place('customerId')}
      and created_at >= ${place('since')} and deleted_at is null) as "isUsed"`,
);

export async function wasUsedSince(handle: Handle, { customerId, since }: { customerId: number; since: Date }) {
  const [read] = await readUsed(handle, { customerId, since: since.toISOString() });
  return read?.isUsed === true;
}

/** Ends everything that proves ownership of the number: jwts, opened links, pending codes and known devices. */
export async function endMobileProofs(tx: Transaction, { mobile, now }: { mobile: string; now: Date }): Promise<void> {
  const verified = and(eq(phoneVerifications.mobile, mobile), gt(phoneVerifications.expiresAt, now));
  await tx.update(phoneVerifications).set({ expiresAt: now }).where(verified);
  const open = and(eq(signInCodes.recipient, mobile), isNull(signInCodes.closedAt));
  await tx.update(signInCodes).set({ closedAt: now }).where(open);
  await deleteDevices(tx, mobile);
}

/**
 * Keeps changes of numbers that a customer still uses, because earlier messages to those numbers are not the current
 * owner's (docs/decisions/033).
 */
export async function deleteMobileChangesBefore(handle: Handle, before: Date): Promise<void> {
  const { id, mobile } = customers;
  const got = and(eq(id, mobileChanges.customerId), eq(mobile, mobileChanges.newMobile));
  const holders = handle
    .select({ id })
    .from(customers)
    .where(or(eq(mobile, mobileChanges.oldMobile), got));
  await purgeRows(mobileChanges, handle, and(lt(mobileChanges.createdAt, before), notExists(holders)));
}

/** Deletes codes mailed by the previous release. */
export async function deleteEmailCodesSentBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(emailCodes, handle, lt(emailCodes.sentAt, before));
}
