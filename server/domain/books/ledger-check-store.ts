import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

/** A range of ids: `after` is exclusive, `last` inclusive. */
export type Range = { after: number; last: number };

export async function findNextRange(
  handle: Handle,
  { table, after, limit }: { table: 'gift_cards' | 'orders'; after: number; limit: number },
): Promise<(Range & { count: number }) | null> {
  const [next] = await queryRows(
    handle,
    z.object({ last: z.int().nullable(), count: z.int() }),
    sql`select max(id) as last, count(*)::int as count
      from (select id from ${sql.identifier(table)} where id > ${after} order by id limit ${limit}) next`,
  );
  return next?.last == null ? null : { after, last: next.last, count: next.count };
}

export const MAX_DIFFERENCES = 20;

const wrongAccount = z.object({
  card: z.string(),
  issued: z.int().nullable(),
  balance: z.int().nullable(),
  held: z.int().nullable(),
  count: z.int().nullable(),
  postedSum: z.int(),
  issuedSum: z.int(),
  heldSum: z.int(),
  liveHolds: z.int(),
  entries: z.int(),
  lastSeq: z.int(),
  balanceAfter: z.int(),
  heldAfter: z.int(),
});
export type WrongAccount = z.output<typeof wrongAccount>;

/**
 * Uses one statement, for a consistent snapshot, and reads each card separately, so that PostgreSQL uses indexes
 * despite wrong estimates. Amounts are null if the card has no account.
 */
export function listWrongAccounts(handle: Handle, { after, last }: Range): Promise<WrongAccount[]> {
  return queryRows(
    handle,
    wrongAccount,
    sql`select c.public_id as card, a.issued_cents as issued, a.balance_cents as balance, a.held_cents as held,
        a.entry_count as count, e.posted as "postedSum", e.issued as "issuedSum", e.held as "heldSum",
        h.live as "liveHolds", e.entries, e.seq as "lastSeq", coalesce(l.balance_after, 0) as "balanceAfter",
        coalesce(l.held_after, 0) as "heldAfter"
      from gift_cards c left join gift_card_accounts a on a.gift_card_id = c.id
        cross join lateral (select coalesce(sum(posted_cents), 0)::bigint as posted,
            coalesce(sum(held_cents), 0)::bigint as held, count(*)::int as entries, coalesce(max(seq), 0) as seq,
            coalesce(sum(posted_cents) filter (where kind = 'issue'), 0)::bigint as issued
          from gift_card_entries where gift_card_id = c.id) e
        cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as live
          from gift_card_holds where gift_card_id = c.id and state = 'held') h
        left join lateral (select balance_after, held_after
          from gift_card_entries where gift_card_id = c.id order by seq desc limit 1) l on true
      where c.id > ${after} and c.id <= ${last} and (a.gift_card_id is null
        or (a.balance_cents, a.held_cents, a.issued_cents, a.held_cents, a.entry_count, e.seq)
          is distinct from (e.posted, e.held, e.issued, h.live, e.entries, e.entries)
        or (l.balance_after, l.held_after) is distinct from (a.balance_cents, a.held_cents))
      order by c.id limit ${MAX_DIFFERENCES}`,
  );
}

const wrongRedemption = z.object({
  redemption: z.string(),
  card: z.string(),
  amount: z.int(),
  reversed: z.int(),
  spentSum: z.int(),
  reversedSum: z.int(),
  capturedCents: z.int().nullable(),
});
export type WrongRedemption = z.output<typeof wrongRedemption>;

export function listWrongRedemptions(handle: Handle, { after, last }: Range): Promise<WrongRedemption[]> {
  return queryRows(
    handle,
    wrongRedemption,
    sql`select r.public_id as redemption, c.public_id as card, r.amount_cents as amount, r.reversed_cents as reversed,
        e.spent as "spentSum", e.reversed as "reversedSum", h.captured_cents as "capturedCents"
      from gift_cards c cross join lateral (select * from gift_card_redemptions where gift_card_id = c.id) r
        cross join lateral (select
            coalesce(-sum(posted_cents) filter (where kind in ('redeem', 'capture')), 0)::bigint as spent,
            coalesce(sum(posted_cents) filter (where kind = 'reverse'), 0)::bigint as reversed
          from gift_card_entries where redemption_id = r.id) e
        left join gift_card_holds h on h.id = r.hold_id
      where c.id > ${after} and c.id <= ${last} and (r.amount_cents <> e.spent or r.reversed_cents <> e.reversed
        or r.reversed_cents > r.amount_cents
        or r.hold_id is not null and (h.state <> 'captured' or h.captured_cents <> r.amount_cents))
      order by c.id, r.id limit ${MAX_DIFFERENCES}`,
  );
}
