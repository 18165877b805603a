import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { isIn } from '#server/platform/database/rows.ts';
import { campaignLinks, customers, phoneVerifications, sessions } from '#server/platform/database/schema/schema.ts';
import { defineStatement, type Place } from '#server/platform/database/statement.ts';

export async function insertSession(handle: Handle, session: typeof sessions.$inferInsert): Promise<void> {
  await handle.insert(sessions).values(session).execute();
}

type SignIn = { customerId: number; mobile: string; byCode: boolean; now: Date; idleBefore: Date };

/**
 * Records a sign-in. Returns null if the mobile number changed or the customer is suspended. A customer last seen
 * before `idleBefore` must verify by email; an email that was never confirmed, or was set before a fresh start, does
 * not count. `byCode` confirms the email, which counts as proof a week later. Locks the row, so that a concurrent
 * change of the number ends the new session.
 */
export async function recordSignIn(
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
const readLive = defineStatement((on, place: Place<LiveSession>) =>
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

export async function findLiveSession(
  handle: Handle,
  live: LiveSession,
): Promise<Pick<SessionRow, 'customerId' | 'createdAt' | 'expiresAt' | 'link' | 'browser' | 'passkeySince'> | null> {
  return (await readLive(handle, live))[0] ?? null;
}

export async function findSession(handle: Handle, tokenHash: string) {
  const { customerId, revokedAt, expiresAt } = sessions;
  const [session] = await handle
    .select({ customerId, revokedAt, expiresAt, suspendedAt: customers.suspendedAt })
    .from(sessions)
    .innerJoin(customers, eq(customers.id, sessions.customerId))
    .where(eq(sessions.tokenHash, tokenHash));
  return session ?? null;
}

export type SessionRow = typeof sessions.$inferSelect;

const isOpen = (now: Date): SQL | undefined => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

export async function openSessions(
  handle: Handle,
  { customerId, now }: { customerId: number; now: Date },
): Promise<SessionRow[]> {
  const open = and(eq(sessions.customerId, customerId), isOpen(now));
  return handle.select().from(sessions).where(open).orderBy(desc(sessions.createdAt));
}

/** Returns an id that grants no access and is unique among the customer's sessions. */
export const deriveSessionId = (tokenHash: string) => tokenHash.slice(0, ID_LENGTH);
const ID_LENGTH = 20;

type Ended = { ids: readonly string[] } | { except: string | null };

/**
 * Also revokes the links that opened the sessions. Returns the number of ended sessions. Lock the customer first, as
 * every sign-in does.
 */
export async function endSessions(
  tx: Transaction,
  { customerId, now, ...filter }: { customerId: number; now: Date } & Ended,
): Promise<number> {
  const open = and(eq(sessions.customerId, customerId), isOpen(now));
  const named =
    'ids' in filter
      ? inArray(sql`left(${sessions.tokenHash}, ${ID_LENGTH})`, [...filter.ids])
      : filter.except === null
        ? undefined
        : ne(sessions.tokenHash, filter.except);
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(open, named))
    .returning({ link: sessions.link });
  const links = ended.flatMap(({ link }) => link ?? []);
  if (links.length > 0) await tx.update(campaignLinks).set({ revoked: true }).where(isIn(campaignLinks.jti, links));
  return ended.length;
}

export async function wasOtherOpen(
  handle: Handle,
  { customerId, tokenHash, instant }: { customerId: number; tokenHash: string; instant: Date },
): Promise<boolean> {
  const { createdAt, expiresAt, revokedAt } = sessions;
  const otherSessions = and(eq(sessions.customerId, customerId), ne(sessions.tokenHash, tokenHash));
  const then = and(lte(createdAt, instant), gt(expiresAt, instant), or(isNull(revokedAt), gte(revokedAt, instant)));
  const [other] = await handle.select({ link: sessions.link }).from(sessions).where(and(otherSessions, then)).limit(1);
  return other !== undefined;
}

/** Ends confirmed codes, which could otherwise open sessions for several more minutes. */
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

export async function revokeOpenedLinks(tx: Transaction, mobile: string): Promise<void> {
  const opened = and(eq(campaignLinks.mobile, mobile), gt(campaignLinks.signIns, 0));
  await tx.update(campaignLinks).set({ revoked: true }).where(opened);
}

export async function revokeLinksTo(tx: Transaction, { mobile, now }: { mobile: string; now: Date }): Promise<number> {
  const { revoked, expiresAt } = campaignLinks;
  const open = and(eq(campaignLinks.mobile, mobile), eq(revoked, false), gt(expiresAt, now));
  return (await tx.update(campaignLinks).set({ revoked: true }).where(open).returning({ id: campaignLinks.id })).length;
}

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
  await purgeRows(sessions, handle, lt(sessions.expiresAt, before));
}
