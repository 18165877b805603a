import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRowsOf } from '#server/platform/database/purge.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { campaignLinks, customers, phoneVerifications, sessions } from '#server/platform/database/schema/schema.ts';
import { type Place, statement } from '#server/platform/database/statement.ts';

/** Sent when it is called. */
export async function insertSession(handle: Handle, session: typeof sessions.$inferInsert): Promise<void> {
  await handle.insert(sessions).values(session).execute();
}

type SignIn = { customerId: number; mobile: string; byCode: boolean; now: Date; idleBefore: Date };

/**
 * Notes that a customer signs in with this mobile. One who was last seen before `idleBefore` has to prove themselves
 * again, by the mailbox they gave; whoever started afresh and gave none, or only one that no code has confirmed, has
 * none that proves them. `byCode` confirms an email, which proves them a week later, unless the number was idle since
 * it was given. Returns them as they are then.
 * Null: the account has another mobile by now, or is suspended. Holds the customer's row, so that a change of
 * mobile ends the session that is opened beside it.
 */
export async function noteSignIn(
  tx: Transaction,
  { customerId, mobile, byCode, now, idleBefore }: SignIn,
): Promise<{ customer: typeof customers.$inferSelect; becameUnproved: boolean } | null> {
  const idle = sql`${customers.lastSeenAt} < ${idleBefore}::timestamptz`;
  const confirmsEmail = sql`(${byCode} and not ${customers.emailConfirmed} and not ${idle}
    and ${customers.unprovedSince} is null and ${customers.recordsFrom} is null)`;
  const [noted] = await tx
    .update(customers)
    .set({
      lastSeenAt: now,
      unprovedSince: sql`case when ${idle} then ${now}::timestamptz else ${customers.unprovedSince} end`,
      unprovedEmail: sql`case when not ${idle} then ${customers.unprovedEmail}
        when ${customers.unprovedEmail} is not null then ${customers.unprovedEmail}
        when coalesce(${customers.emailChangedAt}, '-infinity') < ${customers.recordsFrom} then ''
        when not ${customers.emailConfirmed} then '' else ${customers.email} end`,
      emailChangedAt: sql`case when ${confirmsEmail} then ${now}::timestamptz else ${customers.emailChangedAt} end`,
      emailConfirmed: sql`${customers.emailConfirmed} or ${confirmsEmail}`,
    })
    .where(and(eq(customers.id, customerId), eq(customers.mobile, mobile), isNull(customers.suspendedAt)))
    .returning();
  return noted ? { customer: noted, becameUnproved: noted.unprovedSince?.getTime() === now.getTime() } : null;
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
      passkeySince: sessions.passkeySince,
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
): Promise<Pick<SessionRow, 'customerId' | 'createdAt' | 'expiresAt' | 'link' | 'browser' | 'passkeySince'> | null> {
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

/** Neither revoked nor past its end. */
const isOpen = (now: Date): SQL | undefined => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** The sessions that are open, the newest first. */
export async function openSessions(
  handle: Handle,
  { customerId, now }: { customerId: number; now: Date },
): Promise<SessionRow[]> {
  const open = and(eq(sessions.customerId, customerId), isOpen(now));
  return handle.select().from(sessions).where(open).orderBy(desc(sessions.createdAt));
}

/** What customers name a session by: nothing that opens it, and enough of its hash to be no other one of theirs. */
export const sessionIdOf = (tokenHash: string) => tokenHash.slice(0, ID_LENGTH);
const ID_LENGTH = 20;

type Ended = { ids: readonly string[] } | { except: string | null };

/**
 * Ends open sessions of a customer, those that are named as sessionIdOf() does or all but one, and the links that opened
 * them. Returns how many there were. The caller holds the customer's row, as every sign-in does before it opens a
 * session.
 */
export async function endSessions(
  tx: Transaction,
  { customerId, now, ...which }: { customerId: number; now: Date } & Ended,
): Promise<number> {
  const open = and(eq(sessions.customerId, customerId), isOpen(now));
  const named =
    'ids' in which
      ? inArray(sql`left(${sessions.tokenHash}, ${ID_LENGTH})`, [...which.ids])
      : which.except === null
        ? undefined
        : ne(sessions.tokenHash, which.except);
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(open, named))
    .returning({ link: sessions.link });
  const links = ended.flatMap(({ link }) => link ?? []);
  if (links.length > 0) await tx.update(campaignLinks).set({ revoked: true }).where(isIn(campaignLinks.jti, links));
  return ended.length;
}

/** Whether another session of the customer was open at an instant. */
export async function wasOtherOpen(
  handle: Handle,
  { customerId, tokenHash, instant }: { customerId: number; tokenHash: string; instant: Date },
): Promise<boolean> {
  const { createdAt, expiresAt, revokedAt } = sessions;
  const others = and(eq(sessions.customerId, customerId), ne(sessions.tokenHash, tokenHash));
  const then = and(lte(createdAt, instant), gt(expiresAt, instant), or(isNull(revokedAt), gte(revokedAt, instant)));
  const [other] = await handle.select({ link: sessions.link }).from(sessions).where(and(others, then)).limit(1);
  return other !== undefined;
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

export async function revokeSession(
  tx: Transaction,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<void> {
  await tx.update(sessions).set({ revokedAt: now }).where(eq(sessions.tokenHash, tokenHash));
}

/** Revokes the links to a number that somebody has opened. */
export async function revokeOpenedLinks(tx: Transaction, mobile: string): Promise<void> {
  const opened = and(eq(campaignLinks.mobile, mobile), gt(campaignLinks.signIns, 0));
  await tx.update(campaignLinks).set({ revoked: true }).where(opened);
}

/** Revokes the links to a number that still open something; returns how many. */
export async function revokeLinksTo(tx: Transaction, { mobile, now }: { mobile: string; now: Date }): Promise<number> {
  const { revoked, expiresAt } = campaignLinks;
  const open = and(eq(campaignLinks.mobile, mobile), eq(revoked, false), gt(expiresAt, now));
  return (await tx.update(campaignLinks).set({ revoked: true }).where(open).returning({ id: campaignLinks.id })).length;
}

/** Ends what a link has opened. */
export async function revokeSessionsOfLink(
  handle: Handle,
  { jti, now }: { jti: string; now: Date },
): Promise<{ customerId: number }[]> {
  return handle
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.link, jti), isOpen(now)))
    .returning({ customerId: sessions.customerId });
}

export async function deleteSessionsExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRowsOf(sessions, handle, lt(sessions.expiresAt, before));
}
