import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRowsOf } from '#server/platform/database/purge.ts';
import { customers, mobileChanges, phoneVerifications, products } from '#server/platform/database/schema/schema.ts';

type NewVerification = {
  jti: string;
  mobile: string;
  verifiedAt: Date;
  expiresAt: Date;
  campaignId: string | null;
  /** As the link names it: a product that is gone is not noted. */
  productId: number | null;
  clientKey: string;
  browser: string | null;
};
/** Begins the ids of verifications by a link. */
export const LINK = 'link:';

export type CustomerRow = typeof customers.$inferSelect;
/** Who shows a verification: the browser that made it, by its jwt, or without one from the same address. */
export type VerificationHolder = ({ jti: string } | { clientKey: string }) & { browser: string | null };

/** Saves a verification; the same link verifies its mobile again each time it is opened, with one row. */
export async function saveVerification(handle: Handle, verification: NewVerification): Promise<void> {
  const { verifiedAt, expiresAt, clientKey, browser } = verification;
  const productId = sql`(select id from ${products} where id = ${verification.productId}::int)`;
  await handle
    .insert(phoneVerifications)
    .values({ ...verification, productId })
    .onConflictDoUpdate({ target: phoneVerifications.jti, set: { verifiedAt, expiresAt, clientKey, browser } })
    .execute();
}

/** Made in this browser; by a client without a cookie only where this is one, too. */
const isOfBrowser = (browser: string | null): SQL =>
  sql`(${phoneVerifications.browser} is not distinct from ${browser}::text or ${phoneVerifications.browser} = '')`;

/**
 * The customer behind a verification that still counts, in the browser that made it: null when it does not,
 * `customer: null` for a new mobile.
 */
export async function customerOfVerification(
  handle: Handle,
  { jti, browser, now }: { jti: string; browser: string | null; now: Date },
): Promise<{ customer: CustomerRow | null } | null> {
  const [verified] = await handle
    .select({ customer: customers })
    .from(phoneVerifications)
    .leftJoin(customers, eq(customers.mobile, phoneVerifications.mobile))
    .where(and(eq(phoneVerifications.jti, jti), gt(phoneVerifications.expiresAt, now), isOfBrowser(browser)));
  return verified ?? null;
}

/**
 * Claims one verification of a mobile, that of `jti` or else the newest of the client, in the browser that made it: the
 * jwt alone is no proof, or whoever forwards it would have others act on it. Null when there is none.
 */
export async function claimVerification(
  handle: Handle,
  { mobile, holder, now }: { mobile: string; holder: VerificationHolder; now: Date },
): Promise<{ campaignId: string | null; isByLink: boolean } | null> {
  const shown =
    'jti' in holder ? eq(phoneVerifications.jti, holder.jti) : eq(phoneVerifications.clientKey, holder.clientKey);
  const newest = handle
    .select({ jti: phoneVerifications.jti })
    .from(phoneVerifications)
    .where(
      and(
        eq(phoneVerifications.mobile, mobile),
        isNull(phoneVerifications.registeredAt),
        gt(phoneVerifications.expiresAt, now),
        shown,
        isOfBrowser(holder.browser),
      ),
    )
    .orderBy(sql`${phoneVerifications.verifiedAt} desc`)
    .limit(1);
  const [claimed] = await handle
    .update(phoneVerifications)
    .set({ registeredAt: now })
    .where(and(inArray(phoneVerifications.jti, newest), isNull(phoneVerifications.registeredAt)))
    .returning({ campaignId: phoneVerifications.campaignId, jti: phoneVerifications.jti });
  return claimed ? { campaignId: claimed.campaignId, isByLink: claimed.jti.startsWith(LINK) } : null;
}

export async function readCustomerOfMobile(handle: Handle, mobile: string): Promise<CustomerRow | null> {
  return (await handle.select().from(customers).where(eq(customers.mobile, mobile)))[0] ?? null;
}

/** Whether an account has left this number since; what was made for it before is void. */
export async function wasLeftSince(
  handle: Handle,
  { mobile, since }: { mobile: string; since: Date },
): Promise<boolean> {
  const left = and(eq(mobileChanges.oldMobile, mobile), gt(mobileChanges.createdAt, since));
  return (await handle.select({ id: mobileChanges.id }).from(mobileChanges).where(left).limit(1)).length > 0;
}

export async function deleteVerificationsExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRowsOf(phoneVerifications, handle, lt(phoneVerifications.expiresAt, before));
}
