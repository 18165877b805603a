import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { awaitAll, type Handle, type Transaction } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { customers, guessedRecipients, knownDevices, signInCodes } from '#server/platform/database/schema/schema.ts';
import { type CodeChannel, type Common, DAY, type SendLimit, type Spend } from './code-limits.ts';

export type Requester = {
  channel: CodeChannel;
  /** E.164, or an email in lower case. */
  recipient: string;
  browser: string | null;
  knownDevice: boolean;
  clientKey: string;
  networkKey: string;
  allocationKey: string | null;
  prefix: string;
};
/**
 * `blocking`: for each limit, when the send that must leave its window was sent, or null. `paused`: there were too many
 * wrong guesses.
 */
type SendRoom = { blocking: (Date | null)[]; spend: Spend; isCustomer: boolean; paused: boolean };
export type OpenCode = { id: number; codeHash: string; tries: number; mostTries: number; knownDevice: boolean };

const HOUR_MS = 3_600_000;

export async function readSendRoom(
  tx: Transaction,
  { limits, requester, now }: { limits: readonly SendLimit[]; requester: Requester; now: Date },
): Promise<SendRoom> {
  const { channel, recipient, prefix } = requester;
  const blocking = limits.map((limit) => sql`(${blockingSend({ limit, requester, now })})`);
  const [room] = await queryRows(
    tx,
    z.object({
      blocking: z.array(z.date().nullable()),
      ...spendColumns,
      is_customer: z.boolean(),
      paused: z.boolean(),
    }),
    sql`select array[${sql.join(blocking, sql`, `)}] as blocking, ${buildSpendColumns({ channel, prefix, now })},
      exists (select from ${customers} where ${customers.mobile} = ${recipient}) as is_customer,
      exists (select from ${guessedRecipients} where ${guessedRecipients.recipient} = ${recipient}
        and ${guessedRecipients.pausedUntil} > ${now}::timestamptz) as paused`,
  );
  if (!room) throw new Error('The query for code limits returned no row.');
  const { paused } = room;
  return {
    blocking: room.blocking.map((sentAt, index) => (limits[index]?.whilePaused && !paused ? null : sentAt)),
    spend: asSpend(room),
    isCustomer: room.is_customer,
    paused,
  };
}

const spendColumns = { today: z.int(), strangers_today: z.int(), strangers_of_prefix: z.int() };
const spendRow = z.object(spendColumns);

const asSpend = (row: z.output<typeof spendRow>): Spend => ({
  today: row.today,
  strangersToday: row.strangers_today,
  strangersOfPrefix: row.strangers_of_prefix,
});

type SpendQuery = { channel: CodeChannel; prefix: string; now: Date };

function buildSpendColumns({ channel, prefix, now }: SpendQuery): SQL {
  const strangers = sql`not ${signInCodes.knownDevice}`;
  const paid = sql`from ${signInCodes} where ${signInCodes.channel} = ${channel} and ${signInCodes.isSent}`;
  const today = sql`${paid} and ${sentAround(now, DAY)}`;
  return sql`(select count(*)::int ${today}) as today,
    (select count(*)::int ${today} and ${strangers}) as strangers_today,
    (select count(*)::int ${paid} and ${signInCodes.prefix} = ${prefix} and ${prefix} <> ''
      and ${sentAround(now, HOUR_MS)} and ${strangers}) as strangers_of_prefix`;
}

export async function readSpend(handle: Handle, query: SpendQuery): Promise<Spend> {
  const [spend] = await queryRows(handle, spendRow, sql`select ${buildSpendColumns(query)}`);
  if (!spend) throw new Error('The query that counts sent codes returned no row.');
  return asSpend(spend);
}

/** Returns the number prefix that strangers requested most codes for in the last hour. */
export async function findBusiestPrefix(handle: Handle, now: Date): Promise<{ prefix: string; sends: number } | null> {
  const [busiest] = await queryRows(
    handle,
    z.object({ prefix: z.string(), sends: z.int() }),
    sql`select ${signInCodes.prefix}, count(*)::int as sends from ${signInCodes}
      where ${signInCodes.channel} = 'sms' and ${signInCodes.isSent} and not ${signInCodes.knownDevice}
        and ${sentAround(now, HOUR_MS)} group by 1 order by 2 desc, 1 limit 1`,
  );
  return busiest ?? null;
}

const columns = {
  recipient: signInCodes.recipient,
  browser: signInCodes.browser,
  client: signInCodes.clientKey,
  network: signInCodes.networkKey,
  allocation: signInCodes.allocationKey,
  prefix: signInCodes.prefix,
} satisfies Record<Common, unknown>;

function blockingSend({ limit, requester, now }: { limit: SendLimit; requester: Requester; now: Date }): SQL {
  const { channel, clientKey: client, networkKey: network, allocationKey: allocation } = requester;
  const values = { ...requester, client, network, allocation };
  const counted = [
    sql`${signInCodes.channel} = ${channel}`,
    // Cookieless clients count as one browser. A client without an allocation has no limit per allocation.
    ...limit.by.map((common) =>
      common === 'browser'
        ? sql`${columns.browser} is not distinct from ${requester.browser}::text`
        : sql`${columns[common]} = ${values[common]}::text`,
    ),
    ...(limit.requesters === undefined
      ? []
      : [sql`${signInCodes.knownDevice} = ${limit.requesters === 'known devices'}`]),
    ...(limit.unconfirmed ? [sql`${signInCodes.confirmedAt} is null`] : []),
    ...(limit.sent ? [sql`${signInCodes.isSent}`] : []),
    sentAround(now, limit.windowMs),
  ];
  return sql`select ${signInCodes.sentAt} from ${signInCodes} where ${sql.join(counted, sql` and `)}
    order by ${signInCodes.sentAt} desc offset ${limit.maxSends - 1}::int limit 1`;
}

/**
 * Also counts sends up to `windowMs` in the future, because of clock skew between servers. Ignores sends further ahead,
 * from before a clock was set back.
 */
function sentAround(now: Date, windowMs: number): SQL {
  const since = new Date(now.getTime() - windowMs);
  const until = new Date(now.getTime() + windowMs);
  return sql`${signInCodes.sentAt} > ${since}::timestamptz and ${signInCodes.sentAt} <= ${until}::timestamptz`;
}

const askedIn = ({ recipient, browser }: Pick<Requester, 'recipient' | 'browser'>): SQL =>
  sql`${signInCodes.recipient} = ${recipient} and ${signInCodes.browser} is not distinct from ${browser}::text`;

type NewCode = Requester & Pick<typeof signInCodes.$inferSelect, 'id' | 'codeHash' | 'mostTries' | 'isSent'>;

/** Closes the browser's earlier codes, so that only the newest works. */
export async function insertCode(tx: Transaction, code: NewCode & { sentAt: Date; expiresAt: Date }): Promise<void> {
  const older = and(askedIn(code), isNull(signInCodes.closedAt));
  await awaitAll([
    tx.update(signInCodes).set({ closedAt: code.sentAt }).where(older).execute(),
    tx.insert(signInCodes).overridingSystemValue().values(code).execute(),
  ]);
}

type Confirming = { recipient: string; browser: string | null; now: Date };

/** Uses up a try of the browser's newest code. Returns null if no code is open or no tries are left. */
export async function consumeTry(handle: Handle, { now, ...requester }: Confirming): Promise<OpenCode | null> {
  const { id, codeHash, tries, mostTries, knownDevice } = signInCodes;
  const newest = sql`(select max(id) from ${signInCodes} where ${askedIn(requester)} and closed_at is null)`;
  const [row] = await handle
    .update(signInCodes)
    .set({ tries: sql`${tries} + 1` })
    .where(and(eq(id, newest), isNull(signInCodes.closedAt), gt(signInCodes.expiresAt, now), lt(tries, mostTries)))
    .returning({ id, codeHash, tries, mostTries, knownDevice });
  return row ?? null;
}

/**
 * Resets the count of wrong guesses and, for texts, makes the browser a known device. Returns false if the code is
 * already closed.
 */
export async function confirmCode(
  tx: Transaction,
  { id, recipient, browser, now }: Confirming & { id: number },
): Promise<boolean> {
  const confirmed = await queryRows(
    tx,
    z.object({ id: z.int() }),
    sql`with confirmed as (
        update ${signInCodes} set closed_at = ${now}::timestamptz, confirmed_at = ${now}::timestamptz
        where id = ${id}::bigint and closed_at is null returning id::int, channel
      ), ended as (
        delete from ${guessedRecipients} where mobile = ${recipient} and exists (select from confirmed)
      ), known as (
        insert into ${knownDevices} (mobile, browser, proved_at)
        select ${recipient}, ${browser}::text, ${now}::timestamptz from confirmed
        where ${browser}::text is not null and channel = 'sms'
        on conflict (mobile, browser) do update set proved_at = excluded.proved_at, failures = 0
      )
      select id from confirmed`,
  );
  return confirmed.length === 1;
}

export async function closeCode(handle: Handle, { id, now }: { id: number; now: Date }): Promise<boolean> {
  const closed = await handle
    .update(signInCodes)
    .set({ closedAt: now })
    .where(and(eq(signInCodes.id, id), isNull(signInCodes.closedAt)))
    .returning({ id: signInCodes.id });
  return closed.length === 1;
}

export async function deleteCodesSentBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(signInCodes, handle, lt(signInCodes.sentAt, before));
}
