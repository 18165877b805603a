import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Handle, rows } from '../database/handle.ts';
import { members, mobileProofs, sessions } from '../database/schema.ts';

export async function insertSession(
  handle: Handle,
  session: { tokenHash: string; memberId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await handle.insert(sessions).values(session);
}

/** The member of a session that stands and is nobody's who was suspended. */
export async function memberOfSession(
  handle: Handle,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<number | null> {
  const [found] = await handle
    .select({ memberId: sessions.memberId })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        isNull(members.suspendedAt),
      ),
    );
  return found?.memberId ?? null;
}

/** Revokes a session and ends the member's proofs with it. */
export async function revokeSession(
  handle: Handle,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<void> {
  await rows(
    handle,
    sql`with revoked as (
        update ${sessions} set revoked_at = ${now}::timestamptz where token_hash = ${tokenHash} returning member_id
      )
      update ${mobileProofs} set expires_at = ${now}::timestamptz
      from ${members} join revoked on revoked.member_id = ${members.id}
      where ${mobileProofs.mobile} = ${members.mobile} and ${mobileProofs.expiresAt} > ${now}::timestamptz`,
  );
}
