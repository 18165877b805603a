import { sql } from 'drizzle-orm';
import { OPEN_REFUND_STATES } from '#server/platform/database/schema/states/refund.ts';

const OPEN = sql.raw(OPEN_REFUND_STATES.map((state) => `'${state}'`).join(', '));

/** Selects the gift cards that count towards the limit: order lines `l` of orders `o`. */
export const COUNTS = sql`l.is_giftcard and o.status in ('pending', 'held', 'approved')`;

export const CENTS = sql`coalesce(sum(l.total_cents - coalesce((select sum(s.cents) from refund_shares s
  join refunds r on r.id = s.refund_id and r.state in (${OPEN})
  where s.order_line_id = l.id), 0)), 0)::bigint`;
