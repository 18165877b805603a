import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { MessageProblem } from '#contract/gift-cards.ts';
import { CODE_TRIES } from '#contract/rules/limits.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { rows } from '../database/handle.ts';
import { members, outgoingMessages, signInCodes } from '../database/schema.ts';
import { DAY, type SendLimit } from './code-limits.ts';

type Sender = { mobile: string; sender: string; prefix: string };
type SendRoom = { blocking: (Date | null)[]; sendsToday: number; isMember: boolean };
type OpenCode = { id: number; codeHash: string; tries: number };

const SENDS_LOCK = 7_101;

/** One send is decided at a time, in all processes: only so do the limits hold under parallel calls. */
export async function lockSends(tx: Transaction): Promise<void> {
  await rows(tx, sql`select pg_advisory_xact_lock(${SENDS_LOCK}::int, 0)`);
}

/** Where a sender stands against every limit, and whether the mobile is a member's: one statement. */
export async function readSendRoom(
  tx: Transaction,
  { limits, sender, now }: { limits: SendLimit[]; sender: Sender; now: Date },
): Promise<SendRoom> {
  const since = new Date(now.getTime() - DAY);
  const blocking = limits.map(
    (limit, index) => sql`(${blockingSend({ limit, sender, now })}) as ${sql.identifier(`limit${index}`)}`,
  );
  const [found] = await rows<Record<string, unknown>>(
    tx,
    sql`select ${sql.join(blocking, sql`, `)},
      (select count(*)::int from ${signInCodes} where ${sentBetween(since, new Date(now.getTime() + DAY))}) as sends_today,
      exists (select from ${members} where ${members.mobile} = ${sender.mobile}) as is_member`,
  );
  return {
    blocking: limits.map((_, index) => found?.[`limit${index}`] as Date | null),
    sendsToday: found?.sends_today as number,
    isMember: found?.is_member as boolean,
  };
}

function blockingSend({ limit, sender, now }: { limit: SendLimit; sender: Sender; now: Date }): SQL {
  const counted: Record<SendLimit['by'], SQL> = {
    mobile: sql`${signInCodes.mobile} = ${sender.mobile}`,
    sender: sql`${signInCodes.address} = ${sender.sender}`,
    prefix: sql`${signInCodes.prefix} = ${sender.prefix}`,
    everyone: sql`true`,
  };
  const since = new Date(now.getTime() - limit.windowMs);
  const until = new Date(now.getTime() + limit.windowMs);
  return sql`select ${signInCodes.sentAt} from ${signInCodes} where ${counted[limit.by]} and ${sentBetween(since, until)}
    order by ${signInCodes.sentAt} desc offset ${limit.most - 1}::int limit 1`;
}

/** Clocks of two servers differ a little; a send far ahead of now was made before somebody set the clock back. */
function sentBetween(since: Date, until: Date): SQL {
  return sql`${signInCodes.sentAt} > ${since}::timestamptz and ${signInCodes.sentAt} <= ${until}::timestamptz`;
}

/** Keeps a new code and closes the older ones: only the newest works. Answers the new row's id. */
export async function insertCode(
  tx: Transaction,
  code: Sender & { codeHash: string; sentAt: Date; expiresAt: Date },
): Promise<number> {
  const { sender: address, ...row } = code;
  await tx
    .update(signInCodes)
    .set({ closedAt: row.sentAt })
    .where(and(eq(signInCodes.mobile, row.mobile), isNull(signInCodes.closedAt)));
  const [kept] = await tx
    .insert(signInCodes)
    .values({ ...row, address })
    .returning({ id: signInCodes.id });
  return (kept as { id: number }).id;
}

/** Claims the message of a code before it is handed to the carrier; the text itself is kept nowhere. */
export async function claimMessage(
  tx: Transaction,
  message: { ref: string; recipient: string; now: Date },
): Promise<void> {
  const { ref, recipient, now } = message;
  await tx.insert(outgoingMessages).values({
    ref,
    recipient,
    kind: 'sms',
    purpose: 'code',
    state: 'claimed',
    attempts: 1,
    claimedAt: now,
    createdAt: now,
  });
}

/** Keeps what the carrier said. */
export async function recordMessage(
  handle: Handle,
  message: {
    ref: string;
    state: 'sent' | 'delivered' | 'failed' | 'unknown';
    providerId?: string;
    error?: string;
    problem?: MessageProblem;
    now: Date;
  },
): Promise<void> {
  const { ref, state, providerId = null, error = null, problem = null, now } = message;
  const sentAt = state === 'sent' || state === 'delivered' ? now : null;
  const deliveredAt = state === 'delivered' ? now : null;
  // What the carrier has reported meanwhile is newer than its answer.
  const claimed = and(eq(outgoingMessages.ref, ref), eq(outgoingMessages.state, 'claimed'));
  await handle.update(outgoingMessages).set({ state, providerId, error, problem, sentAt, deliveredAt }).where(claimed);
}

/** Spends one try on the open code of a mobile; null when none is open or its tries are spent. */
export async function takeTry(
  handle: Handle,
  { mobile, now }: { mobile: string; now: Date },
): Promise<OpenCode | null> {
  const newest = sql`(select max(id) from sign_in_codes where mobile = ${mobile} and closed_at is null)`;
  const [taken] = await handle
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        eq(signInCodes.id, newest),
        isNull(signInCodes.closedAt),
        gt(signInCodes.expiresAt, now),
        lt(signInCodes.tries, CODE_TRIES),
      ),
    )
    .returning({ id: signInCodes.id, codeHash: signInCodes.codeHash, tries: signInCodes.tries });
  return taken ?? null;
}

/** Closes a code; false when somebody else did first. */
export async function closeCode(handle: Handle, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const closed = await handle
    .update(signInCodes)
    .set({ closedAt: now })
    .where(and(eq(signInCodes.id, id), isNull(signInCodes.closedAt)))
    .returning({ id: signInCodes.id });
  return closed.length === 1;
}
