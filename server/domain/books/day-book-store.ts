import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

const moved = z.object({
  sellerId: z.int(),
  at: z.int(),
  issued: z.int(),
  redeemed: z.int(),
  reversed: z.int(),
  voided: z.int(),
  restored: z.int(),
  expired: z.int(),
  reinstated: z.int(),
  corrected: z.int(),
  gstCents: z.int(),
});

type Query = { starts: readonly Date[]; end: Date; sellerId: number | null };

/**
 * Returns movements in cents by seller and day; `at` is 0 for entries before the first of `starts`. Excludes holds,
 * which move no value.
 */
export function sumMovementsByDay(handle: Handle, { starts, end, sellerId }: Query): Promise<z.output<typeof moved>[]> {
  const ofSeller = sellerId === null ? sql`true` : sql`a.seller_id = ${sellerId}`;
  return queryRows(
    handle,
    moved,
    sql`select a.seller_id as "sellerId",
        width_bucket(e.created_at, ${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]) as at,
        coalesce(sum(e.posted_cents) filter (where e.kind = 'issue'), 0)::bigint as issued,
        coalesce(-sum(e.posted_cents) filter (where e.kind in ('redeem', 'capture')), 0)::bigint as redeemed,
        coalesce(sum(e.posted_cents) filter (where e.kind = 'reverse'), 0)::bigint as reversed,
        coalesce(-sum(e.posted_cents) filter (where e.kind = 'void'), 0)::bigint as voided,
        coalesce(sum(e.posted_cents) filter (where e.kind = 'restore'), 0)::bigint as restored,
        coalesce(-sum(e.posted_cents) filter (where e.kind = 'expire'), 0)::bigint as expired,
        coalesce(sum(e.posted_cents) filter (where e.kind = 'reinstate'), 0)::bigint as reinstated,
        coalesce(sum(e.posted_cents) filter (where e.kind = 'correct'), 0)::bigint as corrected,
        coalesce(sum(case when e.kind = 'reverse' then -e.gst_cents else r.gst_cents end), 0)::bigint as "gstCents"
      from gift_card_entries e join gift_card_accounts a on a.gift_card_id = e.gift_card_id
        left join gift_card_redemptions r on r.id = e.redemption_id
      where e.created_at < ${end.toISOString()} and e.posted_cents <> 0 and ${ofSeller}
      group by 1, 2 order by 1, 2`,
  );
}
