import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { customers, mobileChanges, phoneVerifications, products } from '#server/platform/database/schema/schema.ts';

type NewVerification = {
  jti: string;
  mobile: string;
  verifiedAt: Date;
  expiresAt: Date;
  campaignId: string | null;
  /** Stored as null if the product no longer exists. */
  productId: number | null;
  clientKey: string;
  browser: string | null;
};
/** Id prefix of verifications by link. */
export const LINK = 'link:';

export type CustomerRow = typeof customers.$inferSelect;
export type VerificationHolder = ({ jti: string } | { clientKey: string }) & { browser: string | null };

export async function saveVerification(handle: Handle, verification: NewVerification): Promise<void> {
  const { verifiedAt, expiresAt, clientKey, browser } = verification;
  const productId = sql`(select id from ${products} where id = ${verification.productId}::int)`;
  await handle
    .insert(phoneVerifications)
    .values({ ...verification, productId })
    .onConflictDoUpdate({ target: phoneVerifications.jti, set: { verifiedAt, expiresAt, clientKey, browser } })
    .execute();
}

/**
 * A verification by a cookieless client counts only for cookieless clients. '' means the previous release, which stored
 * no browser.
 */
const matchesBrowser = (browser: string | null): SQL =>
  sql`(${phoneVerifications.browser} is not distinct from ${browser}::text or ${phoneVerifications.browser} = '')`;

/**
 * Returns null if the verification has expired or is not valid in this browser. `customer` is null for a new mobile
 * number.
 */
export async function findVerifiedCustomer(
  handle: Handle,
  { jti, browser, now }: { jti: string; browser: string | null; now: Date },
): Promise<{ customer: CustomerRow | null } | null> {
  const [verified] = await handle
    .select({ customer: customers })
    .from(phoneVerifications)
    .leftJoin(customers, eq(customers.mobile, phoneVerifications.mobile))
    .where(and(eq(phoneVerifications.jti, jti), gt(phoneVerifications.expiresAt, now), matchesBrowser(browser)));
  return verified ?? null;
}

/**
 * Claims the verification with this `jti` or, without one, the client's newest. Accepts it only in the browser that
 * verified the number, so that a forwarded jwt proves nothing.
 */
export async function claimVerification(
  handle: Handle,
  { mobile, holder, now }: { mobile: string; holder: VerificationHolder; now: Date },
): Promise<{ campaignId: string | null; isByLink: boolean } | null> {
  const condition =
    'jti' in holder ? eq(phoneVerifications.jti, holder.jti) : eq(phoneVerifications.clientKey, holder.clientKey);
  const newest = handle
    .select({ jti: phoneVerifications.jti })
    .from(phoneVerifications)
    .where(
      and(
        eq(phoneVerifications.mobile, mobile),
        isNull(phoneVerifications.registeredAt),
        gt(phoneVerifications.expiresAt, now),
        condition,
        matchesBrowser(holder.browser),
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

/** Returns true if an account gave up the number after `since`. Links made for the number before that are void. */
export async function wasLeftSince(
  handle: Handle,
  { mobile, since }: { mobile: string; since: Date },
): Promise<boolean> {
  const left = and(eq(mobileChanges.oldMobile, mobile), gt(mobileChanges.createdAt, since));
  return (await handle.select({ id: mobileChanges.id }).from(mobileChanges).where(left).limit(1)).length > 0;
}

export async function deleteVerificationsExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(phoneVerifications, handle, lt(phoneVerifications.expiresAt, before));
}
