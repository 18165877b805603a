import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '../../database/handle.ts';
import { isIn } from '../../database/rows.ts';
import { campaignLinks, customers, phoneVerifications, sessions } from '../../database/schema/schema.ts';
import { type Place, statement } from '../../database/statement.ts';

/** Sent when it is called. */
export async function insertSession(handle: Handle, session: typeof sessions.$inferInsert): Promise<void> {
  await handle.insert(sessions).values(session).execute();
}

/**
 * Notes that a customer signs in with this mobile. One who was last seen before `idleBefore` has to prove themselves
 * again. Null: the account has another mobile by now, or is suspended. Holds the customer's row, so that a change of
 * mobile ends the session that is opened beside it.
 */
export async function noteSignIn(
  tx: Transaction,
  { customerId, mobile, now, idleBefore }: { customerId: number; mobile: string; now: Date; idleBefore: Date },
): Promise<{ becameUnproved: boolean } | null> {
  const idle = sql`${customers.lastSeenAt} < ${idleBefore}::timestamptz`;
  const [noted] = await tx
    .update(customers)
    .set({
      lastSeenAt: now,
      unprovedSince: sql`case when ${idle} then ${now}::timestamptz else ${customers.unprovedSince} end`,
      unprovedEmail: sql`case when ${idle} then coalesce(${customers.unprovedEmail}, ${customers.email})
        else ${customers.unprovedEmail} end`,
    })
    .where(and(eq(customers.id, customerId), eq(customers.mobile, mobile), isNull(customers.suspendedAt)))
    .returning({ unprovedSince: customers.unprovedSince });
  return noted ? { becameUnproved: noted.unprovedSince?.getTime() === now.getTime() } : null;
}

type LiveSession = { tokenHash: string; now: Date };
const readLive = statement((on, place: Place<LiveSession>) =>
  on
    .select({
      customerId: sessions.customerId,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      link: sessions.link,
      browser: sessions.browser,
    })
    .from(sessions)
    .innerJoin(customers, eq(customers.id, sessions.customerId))
    .where(
      and(
        eq(sessions.tokenHash, place('tokenHash')),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, place('now', sessions.expiresAt)),
        isNull(customers.suspendedAt),
      ),
    ),
);

/** A session that is neither expired nor revoked, unless the customer is suspended. */
export async function liveSession(
  handle: Handle,
  live: LiveSession,
): Promise<Pick<typeof sessions.$inferSelect, 'customerId' | 'createdAt' | 'expiresAt' | 'link' | 'browser'> | null> {
  return (await readLive(handle, live))[0] ?? null;
}

/** A session whether or not it opens anything. */
export async function sessionAsItIs(handle: Handle, tokenHash: string) {
  const { customerId, revokedAt, expiresAt } = sessions;
  const [session] = await handle
    .select({ customerId, revokedAt, expiresAt, suspendedAt: customers.suspendedAt })
    .from(sessions)
    .innerJoin(customers, eq(customers.id, sessions.customerId))
    .where(eq(sessions.tokenHash, tokenHash));
  return session ?? null;
}

export type SessionRow = typeof sessions.$inferSelect;

/** The sessions that are open, the newest first. */
export async function openSessions(
  handle: Handle,
  { customerId, now }: { customerId: number; now: Date },
): Promise<SessionRow[]> {
  const open = and(eq(sessions.customerId, customerId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
  return handle.select().from(sessions).where(open).orderBy(desc(sessions.createdAt));
}

/** What customers name a session by: nothing that opens it, and enough of its hash to be no other one of theirs. */
export const sessionIdOf = (tokenHash: string) => tokenHash.slice(0, ID_LENGTH);
const ID_LENGTH = 20;

/** Revokes these of the customer's sessions; `ids` as sessionIdOf() makes them. Returns how many were open. */
export async function revokeSessions(
  handle: Handle,
  { customerId, ids, now }: { customerId: number; ids: readonly string[]; now: Date },
): Promise<{ link: string | null }[]> {
  const named = and(
    eq(sessions.customerId, customerId),
    inArray(sql`left(${sessions.tokenHash}, ${ID_LENGTH})`, [...ids]),
  );
  const open = and(named, isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
  return handle.update(sessions).set({ revokedAt: now }).where(open).returning({ link: sessions.link });
}

/** Ends the confirmed codes of a customer: each could open a session for some minutes yet. */
export async function endVerifications(
  handle: Handle,
  { customerId, now }: { customerId: number; now: Date },
): Promise<void> {
  await handle
    .execute(
      sql`update ${phoneVerifications} set expires_at = ${now}::timestamptz from ${customers}
      where ${customers.id} = ${customerId} and ${phoneVerifications.mobile} = ${customers.mobile}
        and ${phoneVerifications.expiresAt} > ${now}::timestamptz`,
    )
    .execute();
}

/** Revokes a session and ends the phone verifications of that customer. */
export async function revokeSession(
  handle: Handle,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<void> {
  await handle.execute(
    sql`with revoked as (
        update ${sessions} set revoked_at = ${now}::timestamptz where token_hash = ${tokenHash} returning customer_id
      )
      update ${phoneVerifications} set expires_at = ${now}::timestamptz
      from ${customers} join revoked on revoked.customer_id = ${customers.id}
      where ${phoneVerifications.mobile} = ${customers.mobile} and ${phoneVerifications.expiresAt} > ${now}::timestamptz`,
  );
}

/** Nobody comes back by these. */
export async function revokeLinks(handle: Handle, jtis: string[]): Promise<void> {
  if (jtis.length > 0) await handle.update(campaignLinks).set({ revoked: true }).where(isIn(campaignLinks.jti, jtis));
}

/** Ends what a link has opened. */
export async function revokeSessionsOfLink(
  handle: Handle,
  { jti, now }: { jti: string; now: Date },
): Promise<{ customerId: number }[]> {
  return handle
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.link, jti), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .returning({ customerId: sessions.customerId });
}

export async function deleteSessionsExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await handle.delete(sessions).where(lt(sessions.expiresAt, before));
}
