import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { awaitAll, type Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { findSecondsSinceTick, queueDepths } from '#server/platform/jobs/queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LATE_MS = 10 * 60_000;
/** Slow reads time out, so that they do not delay customers. */
const QUERY_TIMEOUT_MS = 2_000;

const waitingMessage = z.object({ channel: z.string(), state: z.enum(['due', 'later', 'claimed']), count: z.int() });
const dayMessage = z.object({ purpose: z.string(), channel: z.string(), state: z.string(), count: z.int() });
const payment = z.object({ provider: z.string(), state: z.string(), count: z.int() });
const entry = z.object({ kind: z.string(), count: z.int(), cents: z.int() });
const single = z.object({
  held: z.int(),
  oldestHeld: z.date().nullable(),
  later: z.int(),
  due: z.int(),
  late: z.int(),
  codes: z.int(),
  strangersCodes: z.int(),
  reversedByOthers: z.int(),
});

/** Uses partial indexes of open or recent rows, and a BRIN index on time for ledger entries. */
export async function readFacts(tx: Transaction, now: Date) {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  const nowText = now.toISOString();
  const lateSince = new Date(now.getTime() - LATE_MS).toISOString();
  const [, queues, sinceTick, waiting, messages, payments, entries, [counts], alarms] = await awaitAll([
    tx.execute(sql`select set_config('statement_timeout', ${String(QUERY_TIMEOUT_MS)}, true)`).execute(),
    queueDepths(tx),
    findSecondsSinceTick(tx),
    queryRows(
      tx,
      waitingMessage,
      sql`select channel, case when state = 'claimed' then 'claimed' when not_before <= ${nowText} then 'due'
          else 'later' end as state, count(*)::int as count
        from (select channel, state, not_before from messages where state = 'queued'
          union all select channel, state, not_before from messages where state = 'claimed') unsent group by 1, 2`,
    ),
    queryRows(
      tx,
      dayMessage,
      sql`select purpose, channel, state, count(*)::int as count from messages
        where not_before > ${dayAgo} and not_before <= ${nowText} and recipient <> ''
          and state not in ('queued', 'claimed') group by 1, 2, 3`,
    ),
    queryRows(
      tx,
      payment,
      sql`select provider, state, count(*)::int as count from payments where created_at > ${dayAgo} group by 1, 2`,
    ),
    queryRows(
      tx,
      entry,
      sql`select kind, count(*)::int as count,
          sum(case when kind in ('hold', 'release') then held_cents else posted_cents end)::bigint as cents
        from gift_card_entries where created_at > ${dayAgo} group by 1`,
    ),
    queryRows(
      tx,
      single,
      sql`select o.held, o.oldest as "oldestHeld", c.later, c.due, m.late, s.codes, s.strangers as "strangersCodes",
          r.others as "reversedByOthers"
        from (select count(*)::int as held, min(placed_at) as oldest from orders where status = 'held') o,
          (select count(*) filter (where send_at > ${nowText})::int as later,
            count(*) filter (where send_at <= ${nowText})::int as due
            from gift_cards where delivery_state = 'queued') c,
          (select count(distinct gift_card_id)::int as late from messages
            where state = 'queued' and purpose = 'gift' and not_before <= ${lateSince}) m,
          (select count(*)::int as codes, count(*) filter (where not known_device)::int as strangers
            from sign_in_codes where sent_at > ${dayAgo} and channel = 'sms' and sent) s,
          (select count(*)::int as others from gift_card_entries e
            join gift_card_redemptions taken on taken.id = e.redemption_id
            where e.created_at > ${dayAgo} and e.counter_key_id <> taken.counter_key_id) r`,
    ),
    queryRows(tx, z.object({ name: z.string() }), sql`select name from alarms where ended_at is null`),
  ]);
  if (!counts) throw new Error('The query for the facts of the shop returned no row.');
  return { queues, secondsSinceTick: sinceTick, waiting, messages, payments, entries, counts, alarms };
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;
