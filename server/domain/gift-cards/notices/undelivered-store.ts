import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { isVoid } from '#server/platform/database/schema/schema.ts';

const undelivered = z.object({ number: z.int(), state: z.enum(['failed', 'unknown']) });

/**
 * Lists the newest order first. A stuck card has no recent message, so it is found by the text about it to the
 * customer.
 */
export function listUndeliveredCards(handle: Handle, since: Date): Promise<z.output<typeof undelivered>[]> {
  return queryRows(
    handle,
    undelivered,
    sql`select o.number, gift_cards.delivery_state as state from gift_cards
      join order_lines l on l.id = gift_cards.order_line_id join orders o on o.id = l.order_id
      where gift_cards.delivery_state in ('failed', 'unknown') and gift_cards.opened_at is null and o.number is not null
        and exists (select from messages m where m.gift_card_id = gift_cards.id
          and m.delivery_attempt = gift_cards.delivery_attempt
          and case m.purpose when 'gift' then m.claimed_at when 'gift-failed' then m.created_at end >= ${since.toISOString()})
        and not ${isVoid} order by o.number desc, gift_cards.id`,
  );
}

const stuck = z.object({ id: z.int(), delivery_attempt: z.int() });

export function listStuckCards(handle: Handle, before: Date): Promise<z.output<typeof stuck>[]> {
  return queryRows(
    handle,
    stuck,
    sql`select id, delivery_attempt from gift_cards
      where delivery_state = 'queued' and send_at < ${before.toISOString()} and not ${isVoid}
        and not exists (select from messages m where m.gift_card_id = gift_cards.id and m.purpose = 'gift'
          and m.delivery_attempt = gift_cards.delivery_attempt and m.state in ('queued', 'claimed'))
      order by send_at limit 500`,
  );
}
