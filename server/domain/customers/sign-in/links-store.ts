import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { campaignLinks, phoneVerifications } from '#server/platform/database/schema/schema.ts';
import { type ExpiredJwt, type GenuineJwt, MAX_LINK_AGE_MS } from './jwts.ts';
import { LINK_SIGN_INS } from './link-rules.ts';

export type LinkRow = typeof campaignLinks.$inferSelect;

export async function insertLink(handle: Handle, link: typeof campaignLinks.$inferInsert): Promise<number> {
  const [row] = await handle.insert(campaignLinks).values(link).returning({ id: campaignLinks.id });
  return (row as { id: number }).id;
}

export async function isLinkOver(handle: Handle, jti: string): Promise<boolean> {
  const { signIns, revoked } = campaignLinks;
  const [link] = await handle.select({ signIns, revoked }).from(campaignLinks).where(eq(campaignLinks.jti, jti));
  return link !== undefined && (link.revoked || link.signIns >= LINK_SIGN_INS);
}

/**
 * Returns false if the link is used up or revoked. Also records links that the previous release signed without a
 * record.
 */
export async function recordLinkSignIn(handle: Handle, link: GenuineJwt): Promise<boolean> {
  const { jti, mobile, campaignId = null, productId = null, issuedAt } = link;
  const expiresAt = new Date(issuedAt.getTime() + MAX_LINK_AGE_MS);
  const counted = await handle
    .insert(campaignLinks)
    .values({ jti, signIns: 1, mobile, campaignId, productId, madeAt: issuedAt, expiresAt })
    .onConflictDoUpdate({
      target: campaignLinks.jti,
      set: { signIns: sql`${campaignLinks.signIns} + 1` },
      setWhere: sql`${campaignLinks.signIns} < ${LINK_SIGN_INS}::int and not ${campaignLinks.revoked}`,
    })
    .returning({ jti: campaignLinks.jti });
  return counted.length === 1;
}

export async function listLinksByMobile(handle: Handle, mobile: string): Promise<LinkRow[]> {
  return handle
    .select()
    .from(campaignLinks)
    .where(eq(campaignLinks.mobile, mobile))
    .orderBy(desc(campaignLinks.madeAt), desc(campaignLinks.id));
}

export async function revoke(handle: Handle, id: number): Promise<LinkRow | null> {
  const [revoked] = await handle
    .update(campaignLinks)
    .set({ revoked: true })
    .where(eq(campaignLinks.id, id))
    .returning();
  return revoked ?? null;
}

export async function deleteLinksExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(campaignLinks, handle, lt(campaignLinks.expiresAt, before));
}

type Kept = Pick<GenuineJwt, 'mobile' | 'campaignId' | 'productId'>;

/** Returns our record of an expired jwt: kept for 90 days for links, and for one day for codes. */
export async function findExpiredJwtRecord(handle: Handle, { kind, jti }: ExpiredJwt): Promise<Kept | null> {
  const [row] = await (kind === 'sign-in' ? selectVerification(handle, jti) : selectLink(handle, jti));
  if (!row) return null;
  const { mobile, campaignId, productId } = row;
  return { mobile, campaignId: campaignId ?? undefined, productId: productId?.toString() };
}

function selectVerification(handle: Handle, jti: string) {
  const { mobile, campaignId, productId } = phoneVerifications;
  return handle
    .select({ mobile, campaignId, productId })
    .from(phoneVerifications)
    .where(eq(phoneVerifications.jti, jti));
}

function selectLink(handle: Handle, jti: string) {
  const { mobile, campaignId, productId } = campaignLinks;
  const condition = and(eq(campaignLinks.jti, jti), ne(mobile, ''));
  return handle.select({ mobile, campaignId, productId }).from(campaignLinks).where(condition);
}
