import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { campaignLinks, members, mobileProofs } from '../database/schema.ts';

type Proof = {
  jti: string;
  mobile: string;
  provedAt: Date;
  expiresAt: Date;
  campaignId: string | null;
  productId: string | null;
  sender: string;
};
export type MemberRow = typeof members.$inferSelect;
type LinkState = { signIns: number; revoked: boolean };

/** Keeps a proof; the same link proves its mobile again each time it is opened, with one row. */
export async function keepProof(handle: Handle, proof: Proof): Promise<void> {
  const { provedAt, expiresAt, sender } = proof;
  await handle
    .insert(mobileProofs)
    .values(proof)
    .onConflictDoUpdate({ target: mobileProofs.jti, set: { provedAt, expiresAt, sender } });
}

/** The member behind a proof that still stands: null when the proof does not, `member: null` for a new mobile. */
export async function memberByProof(
  handle: Handle,
  { jti, now }: { jti: string; now: Date },
): Promise<{ member: MemberRow | null } | null> {
  const [found] = await handle
    .select({ member: members })
    .from(mobileProofs)
    .leftJoin(members, eq(members.mobile, mobileProofs.mobile))
    .where(and(eq(mobileProofs.jti, jti), gt(mobileProofs.expiresAt, now)));
  return found ?? null;
}

/** Spends one proof of a mobile for a registration, that of `jti` or else the newest made by `sender`; null when there is none. */
export async function spendProof(
  handle: Handle,
  { mobile, holder, now }: { mobile: string; holder: { jti: string } | { sender: string }; now: Date },
): Promise<{ campaignId: string | null } | null> {
  const held =
    'jti' in holder
      ? eq(mobileProofs.jti, holder.jti)
      : or(eq(mobileProofs.sender, holder.sender), isNull(mobileProofs.sender));
  const newest = handle
    .select({ jti: mobileProofs.jti })
    .from(mobileProofs)
    .where(
      and(eq(mobileProofs.mobile, mobile), isNull(mobileProofs.registeredAt), gt(mobileProofs.expiresAt, now), held),
    )
    .orderBy(sql`${mobileProofs.provedAt} desc`)
    .limit(1);
  const [spent] = await handle
    .update(mobileProofs)
    .set({ registeredAt: now })
    .where(and(inArray(mobileProofs.jti, newest), isNull(mobileProofs.registeredAt)))
    .returning({ campaignId: mobileProofs.campaignId });
  return spent ?? null;
}

/** A campaign link's mobile as a member, and how often the link has been used. */
export async function readLink(
  handle: Handle,
  { jti, mobile }: { jti: string; mobile: string },
): Promise<{ member: MemberRow | null; link: LinkState | null }> {
  const [[member = null], [link = null]] = await Promise.all([
    handle.select().from(members).where(eq(members.mobile, mobile)),
    handle
      .select({ signIns: campaignLinks.signIns, revoked: campaignLinks.revoked })
      .from(campaignLinks)
      .where(eq(campaignLinks.jti, jti)),
  ]);
  return { member, link };
}

/** Counts one sign-in by a link; false when it is used up or revoked. */
export async function countLinkSignIn(handle: Handle, { jti, most }: { jti: string; most: number }): Promise<boolean> {
  const counted = await handle
    .insert(campaignLinks)
    .values({ jti, signIns: 1 })
    .onConflictDoUpdate({
      target: campaignLinks.jti,
      set: { signIns: sql`${campaignLinks.signIns} + 1` },
      setWhere: sql`${campaignLinks.signIns} < ${most}::int and not ${campaignLinks.revoked}`,
    })
    .returning({ jti: campaignLinks.jti });
  return counted.length === 1;
}
