import type { SqlRunner } from '#server/platform/database/database.ts';

/**
 * Returns pending orders and refunds, live holds, gift cards and gift messages that were due by `by`, and order lines
 * of approved orders without their gift cards.
 */
export async function listUnfinishedWork(run: Pick<SqlRunner, 'query'>, by: string): Promise<unknown[]> {
  return (await run.query(UNFINISHED, [by])).rows;
}

const UNFINISHED = `
  select 'order' as what, id, status from orders where status = 'pending'
  union all select 'refund', id, state from refunds where state in ('queued', 'pending')
  union all select 'hold', id, state from gift_card_holds where state = 'held'
  union all select 'message', id, state from messages where purpose = 'gift' and state in ('queued', 'claimed')
    and not_before <= $1::timestamptz
  union all select 'card', id, delivery_state from gift_cards where delivery_state in ('waiting', 'queued')
    and send_at <= $1::timestamptz
    and not exists (select from gift_card_accounts a where a.gift_card_id = gift_cards.id and a.status = 'void')
    and not exists (select from messages m where m.gift_card_id = gift_cards.id and m.purpose = 'gift'
      and m.delivery_attempt = gift_cards.delivery_attempt and m.state in ('queued', 'claimed'))
  union all select 'cards of line', l.id, o.status from order_lines l join orders o on o.id = l.order_id
    where o.status = 'approved' and l.is_giftcard
      and not exists (select from gift_cards c where c.order_line_id = l.id)`;
