import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CODE_TRIES } from '#contract/rules/limits.ts';
import { type Handle, type Transaction, together } from '../../database/handle.ts';
import { rows } from '../../database/rows.ts';
import { customers, signInCodes } from '../../database/schema/schema.ts';
import { DAY, type SendLimit } from './code-limits.ts';

type Requester = { mobile: string; clientKey: string; prefix: string };
type SendRoom = { blocking: (Date | null)[]; sendsToday: number; isCustomer: boolean };
type OpenCode = { id: number; codeHash: string; tries: number };

const SENDS_LOCK = 7_101;

/**
 * One send is decided at a time, in all processes: only so do the limits hold under parallel calls. Sent when it is
 * called: what is sent behind it, without waiting, sees the sends before.
 */
export async function lockSends(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SENDS_LOCK}::int, 0)`).execute();
}

/** Where a client stands against every limit, and whether the mobile is a customer's: one statement. */
export async function readSendRoom(
  tx: Transaction,
  { limits, requester, now }: { limits: SendLimit[]; requester: Requester; now: Date },
): Promise<SendRoom> {
  const since = new Date(now.getTime() - DAY);
  const blocking = limits.map((limit) => sql`(${blockingSend({ limit, requester, now })})`);
  const [room] = await rows(
    tx,
    z.object({ blocking: z.array(z.date().nullable()), sends_today: z.int(), is_customer: z.boolean() }),
    sql`select array[${sql.join(blocking, sql`, `)}] as blocking,
      (select count(*)::int from ${signInCodes} where ${sentBetween(since, new Date(now.getTime() + DAY))}) as sends_today,
      exists (select from ${customers} where ${customers.mobile} = ${requester.mobile}) as is_customer`,
  );
  if (!room) throw new Error('The limits on codes answered nothing.');
  return { blocking: room.blocking, sendsToday: room.sends_today, isCustomer: room.is_customer };
}

function blockingSend({ limit, requester, now }: { limit: SendLimit; requester: Requester; now: Date }): SQL {
  const counted: Record<SendLimit['by'], SQL> = {
    mobile: sql`${signInCodes.mobile} = ${requester.mobile}`,
    client: sql`${signInCodes.clientKey} = ${requester.clientKey}`,
    prefix: sql`${signInCodes.prefix} = ${requester.prefix}`,
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

/** Keeps a new code and closes the older ones: only the newest works. Sent when it is called. */
export async function insertCode(
  tx: Transaction,
  code: Requester & { id: number; codeHash: string; sentAt: Date; expiresAt: Date },
): Promise<void> {
  const older = and(eq(signInCodes.mobile, code.mobile), isNull(signInCodes.closedAt));
  await together([
    tx.update(signInCodes).set({ closedAt: code.sentAt }).where(older).execute(),
    tx.insert(signInCodes).overridingSystemValue().values(code).execute(),
  ]);
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

export async function deleteCodesSentBefore(handle: Handle, before: Date): Promise<void> {
  await handle.delete(signInCodes).where(lt(signInCodes.sentAt, before));
}
