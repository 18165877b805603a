import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle, Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';

const holder = z.object({ mobile: z.string(), messageId: z.int() });
/** `mobile`: E.164. `messageId`: reserved for the message to this number. */
export type Holder = z.output<typeof holder>;

/** `orderId`: null at a counter. `fromCents`: the minimum amount for a text. */
type Spending = { giftCardId: number; orderId: number | null; cents: number; fromCents: number; since: Date };

/**
 * Returns the card holder to text about a redemption, or null if the card has no mobile number, if the holder spends,
 * or if others have spent less than `fromCents` since `since` and the last text. Call this before writing the
 * redemption.
 */
export async function findHolder(
  tx: Transaction,
  { giftCardId, orderId, cents, fromCents, since }: Spending,
): Promise<Holder | null> {
  const isOwnAccount =
    orderId === null
      ? sql`false`
      : sql`d.recipient_mobile = (select u.mobile from orders o join customers u on u.id = o.customer_id where o.id = ${orderId})`;
  const [found] = await queryRows(
    tx,
    holder,
    sql`select d.recipient_mobile as mobile, nextval('messages_id_seq') as "messageId"
      from gift_cards c join gift_card_details d on d.id = c.details_id
      where c.id = ${giftCardId} and d.recipient_mobile <> '' and not ${isOwnAccount}
        and ${cents}::int + coalesce((select sum(r.amount_cents - r.reversed_cents) from gift_card_redemptions r
          left join orders o on o.id = r.order_id left join customers u on u.id = o.customer_id
          where r.gift_card_id = c.id and r.created_at > ${since.toISOString()}::timestamptz
            and u.mobile is distinct from d.recipient_mobile
            and r.id > coalesce((select max(n.id) from gift_card_redemptions n join messages m on m.redemption_id = n.id
              where n.gift_card_id = c.id), 0)), 0) >= ${fromCents}::int`,
  );
  return found ?? null;
}

const redeemed = z.object({
  amountCents: z.int(),
  reversedCents: z.int(),
  leftCents: z.int(),
  last4: z.string(),
  sellerName: z.string(),
});
export type Redeemed = z.output<typeof redeemed>;

export async function findRedemptionById(handle: Handle, id: number): Promise<Redeemed | null> {
  const [found] = await queryRows(
    handle,
    redeemed,
    sql`select r.amount_cents as "amountCents", r.reversed_cents as "reversedCents", c.code_last4 as last4,
        e.balance_after - e.held_after as "leftCents", s.name as "sellerName"
      from gift_card_redemptions r join gift_cards c on c.id = r.gift_card_id join sellers s on s.id = r.seller_id
        join gift_card_entries e on e.redemption_id = r.id and e.kind in ('redeem', 'capture')
      where r.id = ${id}`,
  );
  return found ?? null;
}

const texted = z.object({ mobile: z.string(), step: z.int() });

export async function findTexted(tx: Transaction, redemptionId: number): Promise<z.output<typeof texted> | null> {
  const [found] = await queryRows(
    tx,
    texted,
    sql`select m.recipient as mobile, (select count(*)::int from gift_card_entries e
        where e.kind = 'reverse' and e.redemption_id = m.redemption_id) as step
      from messages m where m.redemption_id = ${redemptionId} and m.state <> 'not_needed' and m.recipient <> ''
      order by m.id limit 1`,
  );
  return found ?? null;
}

const reversal = z.object({ backCents: z.int(), leftCents: z.int(), last4: z.string(), sellerName: z.string() });
export type Reversal = z.output<typeof reversal>;

export async function findReversal(
  handle: Handle,
  { redemptionId, step }: { redemptionId: number; step: number },
): Promise<Reversal | null> {
  const [found] = await queryRows(
    handle,
    reversal,
    sql`select e.posted_cents as "backCents", e.balance_after - e.held_after as "leftCents", c.code_last4 as last4,
        s.name as "sellerName"
      from gift_card_redemptions r join gift_cards c on c.id = r.gift_card_id join sellers s on s.id = r.seller_id
        join gift_card_entries e on e.redemption_id = r.id and e.kind = 'reverse' and e.step = ${step}
      where r.id = ${redemptionId} and (select m.state from messages m where m.redemption_id = r.id order by m.id limit 1)
        in ('claimed', 'sent', 'delivered', 'unknown')`,
  );
  return found ?? null;
}
