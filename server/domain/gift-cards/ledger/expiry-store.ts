import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

export async function listCardsToExpire(
  handle: Handle,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> {
  const cards = await queryRows(
    handle,
    z.object({ id: z.int() }),
    sql`(select gift_card_id as id from gift_card_accounts
          where status = 'active' and expires_at <= ${now.toISOString()} order by expires_at limit ${limit})
      union all
      (select gift_card_id from gift_card_accounts where status = 'expired' and balance_cents > held_cents limit ${limit})`,
  );
  return cards.map(({ id }) => id);
}

export const nextEntryStep = (kind: 'expire' | 'reinstate', giftCardId: number): SQL<number> =>
  sql`(select count(*)::int + 1 from gift_card_entries e where e.kind = ${kind} and e.gift_card_id = ${giftCardId})`;

/** Returns the expired value in cents, without value that was reinstated. */
export async function sumExpiredCents(tx: Transaction, giftCardId: number): Promise<number> {
  const [expired] = await queryRows(
    tx,
    z.object({ cents: z.int() }),
    sql`select coalesce(-sum(posted_cents), 0)::int as cents from gift_card_entries
      where gift_card_id = ${giftCardId} and kind in ('expire', 'reinstate')`,
  );
  return expired?.cents ?? 0;
}
