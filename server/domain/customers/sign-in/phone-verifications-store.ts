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
  /** Not saved if the product no longer exists. */
  productId: number | null;
  clientKey: string;
  browser: string | null;
};
/** Id prefix of verifications by link. */
export const LINK = 'link:';

export type CustomerRow = typeof customers.$inferSelect;
/** Identified by jwt or, without one, by IP address. */
export type VerificationHolder = ({ jti: string } | { clientKey: string }) & { browser: string | null };

/** Opening a link again updates its row. */
export async function saveVerification(handle: Handle, verification: NewVerification): Promise<void> {
  const { verifiedAt, expiresAt, clientKey, browser } = verification;
  const productId = sql`(select id from ${products} where id = ${verification.productId}::int)`;
  await handle
    .insert(phoneVerifications)
    .values({ ...verification, productId })
    .onConflictDoUpdate({ target: phoneVerifications.jti, set: { verifiedAt, expiresAt, clientKey, browser } })
    .execute();
}

/** Cookieless verifications count only for cookieless clients. */
const isOfBrowser = (browser: string | null): SQL =>
  sql`(${phoneVerifications.browser} is not distinct from ${browser}::text or ${phoneVerifications.browser} = '')`;

/** Returns null if the verification is not valid here. `customer` is null for a new mobile number. */
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
 * Claims the verification by `jti`, otherwise the client's newest, but only in the browser that verified, so that a
 * forwarded jwt proves nothing.
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

/** If so, earlier links to the number are void. */
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
