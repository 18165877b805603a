import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/handle.ts';
import {
  addresses,
  campaignLinks,
  customerDevices,
  customers,
  emailCodes,
  guessedRecipients,
  knownDevices,
  mobileChanges,
  passkeyChallenges,
  passkeys,
  phoneVerifications,
  sessions,
  signInCodes,
} from '#server/platform/database/schema/schema.ts';
import { placeholderMobile } from '../former-owner-rules.ts';

export async function setSuspended(tx: Transaction, customerId: number, suspendedAt: Date | null): Promise<void> {
  await tx.update(customers).set({ suspendedAt }).where(eq(customers.id, customerId));
}

type Person = { id: number; mobile: string; email: string; unprovedEmail: string | null };

/** Frees the mobile number and email. The row stays, because orders reference it. */
export async function eraseAccountRows(tx: Transaction, person: Person, now: Date): Promise<void> {
  const { id, mobile, email, unprovedEmail } = person;
  await tx.delete(sessions).where(eq(sessions.customerId, id));
  await tx.delete(passkeys).where(eq(passkeys.customerId, id));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.customerId, id));
  await tx.delete(addresses).where(eq(addresses.customerId, id));
  await tx.delete(mobileChanges).where(eq(mobileChanges.customerId, id));
  const mailboxes = [email, unprovedEmail ?? email].map((address) => address.toLowerCase());
  const recipients = [mobile, ...mailboxes];
  await tx.delete(emailCodes).where(or(eq(emailCodes.customerId, id), inArray(emailCodes.email, mailboxes)));
  await tx.delete(signInCodes).where(inArray(signInCodes.recipient, recipients));
  await tx.delete(phoneVerifications).where(eq(phoneVerifications.mobile, mobile));
  await tx.delete(knownDevices).where(eq(knownDevices.mobile, mobile));
  await tx.delete(customerDevices).where(eq(customerDevices.customerId, id));
  await tx.delete(guessedRecipients).where(inArray(guessedRecipients.recipient, recipients));
  // Keeps the rows as revoked, because a link without a row counts as unused.
  const nobodys = { mobile: '', campaignId: null, productId: null, madeBy: '', revoked: true };
  await tx.update(campaignLinks).set(nobodys).where(eq(campaignLinks.mobile, mobile));
  await tx
    .update(customers)
    .set({
      mobile: placeholderMobile(id),
      email: sql`'erased-' || ${customers.id} || '@invalid'`,
      firstname: 'Erased',
      lastname: 'customer',
      campaignId: null,
      erasedAt: now,
      unprovedSince: null,
      unprovedEmail: null,
      emailChangedAt: null,
      lastnameChangedAt: null,
    })
    .where(eq(customers.id, id));
}
