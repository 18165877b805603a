import { and, eq, ne } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { campaignLinks, phoneVerifications } from '../../database/schema/schema.ts';
import type { ExpiredJwt, GenuineJwt } from './jwts.ts';

type Kept = Pick<GenuineJwt, 'mobile' | 'campaignId' | 'productId'>;

/** What we keep of a jwt whose time is over: of a link for 90 days, of a confirmed code for one. Null: nothing. */
export async function keptOfJwt(handle: Handle, { kind, jti }: ExpiredJwt): Promise<Kept | null> {
  const [kept] = await (kind === 'sign-in' ? verification(handle, jti) : link(handle, jti));
  if (!kept) return null;
  const { mobile, campaignId, productId } = kept;
  return { mobile, campaignId: campaignId ?? undefined, productId: productId?.toString() };
}

function verification(handle: Handle, jti: string) {
  const { mobile, campaignId, productId } = phoneVerifications;
  return handle
    .select({ mobile, campaignId, productId })
    .from(phoneVerifications)
    .where(eq(phoneVerifications.jti, jti));
}

function link(handle: Handle, jti: string) {
  const { mobile, campaignId, productId } = campaignLinks;
  const known = and(eq(campaignLinks.jti, jti), ne(mobile, ''));
  return handle.select({ mobile, campaignId, productId }).from(campaignLinks).where(known);
}
