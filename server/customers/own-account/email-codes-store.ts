import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CODE_TRIES } from '#contract/rules/limits.ts';
import type { Handle, Transaction } from '../../database/handle.ts';
import { purgeRowsOf } from '../../database/purge.ts';
import { rows } from '../../database/rows.ts';
import { emailCodes } from '../../database/schema/schema.ts';

/** At most `most` mails in any `windowMs`, counted for one mailbox, one sender or everyone. */
export type MailLimit = { by: 'mailbox' | 'client' | 'everyone'; windowMs: number; most: number };
type Requester = { email: string; clientKey: string };
type OpenCode = Pick<typeof emailCodes.$inferSelect, 'id' | 'codeHash' | 'tries' | 'customerId'>;

const SENDS_LOCK = 7_102;

/** One send is decided at a time, in all processes: only so do the limits hold under parallel calls. */
export async function lockEmailSends(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SENDS_LOCK}::int, 0)`);
}

/** For each limit the send that must leave its window first, null where it still has room. */
export async function blockingEmailSends(
  tx: Transaction,
  { limits, requester, now }: { limits: MailLimit[]; requester: Requester; now: Date },
): Promise<(Date | null)[]> {
  const blocking = limits.map((limit) => sql`(${blockingSend({ limit, requester, now })})`);
  const [room] = await rows(
    tx,
    z.object({ blocking: z.array(z.date().nullable()) }),
    sql`select array[${sql.join(blocking, sql`, `)}] as blocking`,
  );
  return room?.blocking ?? [];
}

function blockingSend({ limit, requester, now }: { limit: MailLimit; requester: Requester; now: Date }): SQL {
  const counted =
    limit.by === 'mailbox'
      ? sql`${emailCodes.email} = ${requester.email}`
      : limit.by === 'client'
        ? sql`${emailCodes.clientKey} = ${requester.clientKey}`
        : sql`true`;
  const since = new Date(now.getTime() - limit.windowMs);
  const until = new Date(now.getTime() + limit.windowMs);
  return sql`select ${emailCodes.sentAt} from ${emailCodes}
    where ${counted} and ${emailCodes.sentAt} > ${since}::timestamptz and ${emailCodes.sentAt} <= ${until}::timestamptz
    order by ${emailCodes.sentAt} desc offset ${limit.most - 1}::int limit 1`;
}

/** Keeps a new code and closes the older ones of this mailbox: only the newest works. */
export async function insertEmailCode(
  tx: Transaction,
  code: Requester & { customerId: number | null; codeHash: string; sentAt: Date; expiresAt: Date },
): Promise<number> {
  const open = and(eq(emailCodes.email, code.email), isNull(emailCodes.closedAt));
  await tx.update(emailCodes).set({ closedAt: code.sentAt }).where(open);
  const [inserted] = await tx.insert(emailCodes).values(code).returning({ id: emailCodes.id });
  return (inserted as { id: number }).id;
}

/** Spends one try on the open code of a mailbox; null when none is open or its tries are spent. */
export async function takeEmailTry(
  handle: Handle,
  { email, now }: { email: string; now: Date },
): Promise<OpenCode | null> {
  const newest = sql`(select max(id) from email_codes where email = ${email} and closed_at is null)`;
  const usable = and(isNull(emailCodes.closedAt), gt(emailCodes.expiresAt, now), lt(emailCodes.tries, CODE_TRIES));
  const [taken] = await handle
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(eq(emailCodes.id, newest), usable))
    .returning({
      id: emailCodes.id,
      codeHash: emailCodes.codeHash,
      tries: emailCodes.tries,
      customerId: emailCodes.customerId,
    });
  return taken ?? null;
}

/** Closes a code; false when somebody else did first. */
export async function closeEmailCode(handle: Handle, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const open = and(eq(emailCodes.id, id), isNull(emailCodes.closedAt));
  const closed = await handle.update(emailCodes).set({ closedAt: now }).where(open).returning({ id: emailCodes.id });
  return closed.length === 1;
}

export async function deleteEmailCodesSentBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRowsOf(emailCodes, handle, lt(emailCodes.sentAt, before));
}
