import type { Database } from '#server/platform/database/database.ts';

const RULES: Record<string, string> = {
  'stock is never negative': 'select id from variants where qty < 0',
  'a cart makes one order': 'select cart_id from orders group by cart_id having count(*) > 1',
  'a customer has one open cart': `select customer_id from carts where state = 'open' group by customer_id having count(*) > 1`,
  'an ordered cart has no lines': `select c.id from carts c join cart_lines l on l.cart_id = c.id where c.state = 'ordered'`,
  'a cart is ordered exactly when its order is placed': `select c.id from carts c join orders o on o.cart_id = c.id
    where (c.state = 'ordered') <> (o.number is not null)`,
  'order numbers do not exceed the sequence': `select id from orders where number > (select last_value from order_numbers)`,
  "an order's subtotal is the sum of its lines": `select o.id from orders o
    where subtotal_cents <> (select coalesce(sum(total_cents), 0) from order_lines l where l.order_id = o.id)`,
  "an order's totals and GST are the sums of its sellers' amounts": `select o.id from orders o left join (select order_id,
      sum(goods_cents + cards_cents) as sold, sum(shipping_cents) as shipping, sum(gst_cents) as gst, sum(shipping_gst_cents) as shipping_gst
      from order_sellers group by order_id) s on s.order_id = o.id
    where s.sold is distinct from o.subtotal_cents or s.shipping <> o.shipping_cents or s.shipping_gst <> o.shipping_gst_cents
      or s.gst + s.shipping_gst <> o.gst_cents
      or s.gst <> (select sum(l.gst_cents) from order_lines l where l.order_id = o.id)`,
  'a placed order is paid once, in full': `select o.id from orders o where o.number is not null and
    (select count(*) from payments p where p.order_id = o.id and p.state in ('authorised', 'captured', 'refunded') and p.amount_cents = o.card_due_cents)
      <> case when o.card_due_cents = 0 then 0 else 1 end`,
  "holds of gift cards add up to each seller's tender in the order": `select s.order_id as id from order_sellers s join orders o on o.id = s.order_id
    where s.gift_card_tender_cents <> coalesce((select sum(h.amount_cents) from gift_card_holds h
      where h.order_id = s.order_id and h.seller_id = s.seller_id and h.state = case when o.status in ('approved', 'refunded') then 'captured' else 'held' end), 0)
      and o.status in ('pending', 'held', 'approved', 'refunded')`,
  'an ended order has no open holds': `select h.id from gift_card_holds h join orders o on o.id = h.order_id
    where h.state = 'held' and o.status not in ('pending', 'held')`,
  'the provider charged the amounts of the payments': `select p.id from payments p left join demo.sandbox_payments s on s.id = p.provider_payment_id
    where p.state in ('captured', 'authorised', 'requires_action') and (s.id is null or s.amount_cents <> p.amount_cents)`,
  'every charge at the provider belongs to a captured payment': `select s.id from demo.sandbox_payments s
    where s.status = 'succeeded' and not exists (select from payments p where p.provider_payment_id = s.id and p.state = 'captured')`,
  'gift card details match the customer and product of their line': `select d.id from gift_card_details d join cart_lines l on l.id = d.cart_item_id
      join carts c on c.id = l.cart_id join variants v on v.id = l.variant_id
    where d.deleted_at is null and (c.customer_id <> d.customer_id or v.sku <> d.variant_sku or v.product_id <> d.product_id)`,
  'gift card details of an order belong to its customer': `select d.id from order_lines l join orders o on o.id = l.order_id
    join gift_card_details d on d.id = l.details_id where d.customer_id <> o.customer_id`,
  'every gift card that was paid for was issued once': `select l.id from order_lines l join orders o on o.id = l.order_id
    where l.is_giftcard and (select count(*) from gift_cards g where g.order_line_id = l.id) <> (case when o.status in ('approved', 'refunded') then 1 else 0 end)`,
  'a gift card was issued with the price paid': `select g.id from gift_cards g join order_lines l on l.id = g.order_line_id
    where (select sum(posted_cents) from gift_card_entries e
      where e.gift_card_id = g.id and e.kind = 'issue') <> l.price_cents`,
  "a gift card's account is the sum of its entries": `select a.gift_card_id as id from gift_card_accounts a
    where (a.balance_cents, a.held_cents, a.entry_count) <> (select sum(posted_cents), sum(held_cents), count(*)
      from gift_card_entries e where e.gift_card_id = a.gift_card_id)`,
  'default addresses belong to the customer': `select m.id from customers m
    where (default_billing_id is not null and not exists (select from addresses a where a.id = m.default_billing_id and a.customer_id = m.id))
      or (default_shipping_id is not null and not exists (select from addresses a where a.id = m.default_shipping_id and a.customer_id = m.id))`,
};

const SOLD = `select v.id, v.qty + coalesce((select sum(l.qty) from order_lines l join orders o on o.id = l.order_id
    where l.variant_id = v.id and o.status in ('pending', 'held', 'approved', 'refunded')), 0)::int as qty from variants v order by v.id`;

/** What a declined payment leaves behind: an unplaced order with its payment, reserved stock and holds. */
const ATTEMPT = `
  select 'o' || orders::text as t from orders
  union all select 'i' || order_lines::text from order_lines
  union all select 's' || order_sellers::text from order_sellers
  union all select 'v' || row(id, qty)::text from variants
  union all select 'k' || gift_card_accounts::text from gift_card_accounts
  union all select 'e' || gift_card_entries::text from gift_card_entries
  union all select 'u' || gift_card_holds::text from gift_card_holds
  union all select 'p' || payments::text from payments`;

const REST = `
  select 'm' || row(id, mobile, email, firstname, lastname, default_billing_id, default_shipping_id, suspended_at)::text as t from customers
  union all select 'a' || addresses::text from addresses
  union all select 'c' || row(id, customer_id, state, billing_address, shipping_address)::text from carts
  union all select 'l' || cart_lines::text from cart_lines
  union all select 'd' || gift_card_details::text from gift_card_details
  union all select 'y' || cart_gift_cards::text from cart_gift_cards
  union all select 'g' || gift_cards::text from gift_cards
  union all select 'h' || gift_card_changes::text from gift_card_changes
  union all select 'x' || gift_card_redemptions::text from gift_card_redemptions
  union all select 't' || messages::text from messages
  union all select 'r' || refunds::text from refunds`;

export async function watchInvariants(database: Database) {
  const sold = async () => JSON.stringify((await database.query(SOLD)).rows);
  const atFirst = await sold();
  const readDigest = async (parts: string): Promise<string> =>
    (await database.query(`select md5(coalesce(string_agg(t, '|' order by t), '')) as state from (${parts}) parts`))
      .rows[0].state;
  return {
    /** Returns a digest of everything that a failed call must not change. */
    state: () => readDigest(`${REST} union all ${ATTEMPT}`),
    /** Like `state`, but without what a failed payment leaves behind. */
    stateBesidesAttempt: () => readDigest(REST),
    async broken(): Promise<string[]> {
      const broken: string[] = [];
      for (const [rule, query] of Object.entries(RULES)) {
        const { rows } = await database.query(query);
        if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
      }
      if ((await sold()) !== atFirst) broken.push('what is in stock and what was sold are not what there was');
      return broken;
    },
  };
}
