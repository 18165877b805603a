import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { MAX_DIFFERENCES, type Range } from './ledger-check-store.ts';

const named = { orderId: z.int(), number: z.int().nullable() };

const wrongOrder = z.object({
  ...named,
  gst: z.int(),
  shippingGst: z.int(),
  linesGst: z.int(),
  sellersGst: z.int(),
  sellersShippingGst: z.int(),
});
export type WrongOrderGst = z.output<typeof wrongOrder>;

export function listWrongOrderGst(handle: Handle, { after, last }: Range): Promise<WrongOrderGst[]> {
  return queryRows(
    handle,
    wrongOrder,
    sql`select o.id as "orderId", o.number, o.gst_cents as gst, o.shipping_gst_cents as "shippingGst",
        l.gst as "linesGst", s.gst as "sellersGst", s.shipping as "sellersShippingGst"
      from orders o
        cross join lateral (select coalesce(sum(gst_cents), 0)::bigint as gst
          from order_lines where order_id = o.id) l
        cross join lateral (select count(*) as sellers, coalesce(sum(gst_cents), 0)::bigint as gst,
            coalesce(sum(shipping_gst_cents), 0)::bigint as shipping
          from order_sellers where order_id = o.id) s
      where o.id > ${after} and o.id <= ${last} and s.sellers > 0
        and (o.gst_cents, o.shipping_gst_cents, l.gst) is distinct from (l.gst + s.shipping, s.shipping, s.gst)
      order by o.id limit ${MAX_DIFFERENCES}`,
  );
}

const wrongSale = z.object({ ...named, seller: z.string(), gst: z.int(), due: z.int() });
export type WrongSaleGst = z.output<typeof wrongSale>;

/**
 * Returns sales whose redemptions have the wrong GST. Accepts one eleventh of each redemption if everything is taxable,
 * because earlier releases stored that.
 */
export function listWrongSaleGst(handle: Handle, { after, last }: Range): Promise<WrongSaleGst[]> {
  return queryRows(
    handle,
    wrongSale,
    sql`select o.id as "orderId", o.number, x.shop_url as seller, r.gst, d.due
      from orders o
        cross join lateral (select seller_id, sum(amount_cents)::bigint as paid, sum(gst_cents)::bigint as gst,
            sum((2 * amount_cents + 11) / 22)::bigint as elevenths, bool_and(gst_basis = 'all taxable') as taxable
          from gift_card_redemptions where order_id = o.id and channel = 'shop' group by seller_id) r
        join order_sellers s on s.order_id = o.id and s.seller_id = r.seller_id
        join sellers x on x.id = r.seller_id
        cross join lateral (select (2 * (s.gst_cents + s.shipping_gst_cents)::bigint * r.paid + s.goods_cents
            + s.shipping_cents) / nullif(2 * (s.goods_cents + s.shipping_cents), 0) as due) d
      where o.id > ${after} and o.id <= ${last} and r.gst <> d.due and not (r.taxable and r.gst = r.elevenths)
      order by o.id limit ${MAX_DIFFERENCES}`,
  );
}

const wrongRefund = z.object({ ...named, refundId: z.int(), gst: z.int(), sharesGst: z.int() });
export type WrongRefundGst = z.output<typeof wrongRefund>;

export function listWrongRefundGst(handle: Handle, { after, last }: Range): Promise<WrongRefundGst[]> {
  return queryRows(
    handle,
    wrongRefund,
    sql`select o.id as "orderId", o.number, f.id as "refundId", e.gst, h.gst as "sharesGst"
      from orders o join refunds f on f.order_id = o.id and f.tender = 'gift card' and f.state <> 'failed'
        cross join lateral (select coalesce(sum(gst_cents), 0)::bigint as gst, count(*) - count(gst_cents) as unknown
          from gift_card_entries where refund_id = f.id and kind = 'reverse') e
        cross join lateral (select coalesce(sum(gst_cents), 0)::bigint as gst
          from refund_shares where refund_id = f.id) h
      where o.id > ${after} and o.id <= ${last} and e.unknown = 0 and e.gst <> h.gst
      order by o.id limit ${MAX_DIFFERENCES}`,
  );
}

const wrongCounter = z.object({
  redemption: z.string(),
  card: z.string(),
  gst: z.int(),
  due: z.int(),
  reversedGst: z.int(),
  reversedDue: z.int(),
});
export type WrongCounterGst = z.output<typeof wrongCounter>;

/** Ignores reversals by earlier releases, which stored no GST. */
export function listWrongCounterGst(handle: Handle, { after, last }: Range): Promise<WrongCounterGst[]> {
  return queryRows(
    handle,
    wrongCounter,
    sql`select r.public_id as redemption, c.public_id as card, r.gst_cents as gst, d.due,
        e.gst as "reversedGst", d.reversed as "reversedDue"
      from gift_cards c
        cross join lateral (select * from gift_card_redemptions where gift_card_id = c.id and channel <> 'shop') r
        cross join lateral (select
            coalesce(-sum(posted_cents) filter (where kind in ('redeem', 'capture')), 0)::bigint as spent,
            coalesce(sum(posted_cents) filter (where kind = 'reverse'), 0)::bigint as reversed,
            coalesce(sum(gst_cents), 0)::bigint as gst,
            count(*) filter (where kind = 'reverse' and gst_cents is null) as unknown
          from gift_card_entries where redemption_id = r.id) e
        cross join lateral (select case r.gst_basis when 'all taxable' then (2 * e.spent + 11) / 22 else 0 end as due,
          case e.unknown when 0 then (2 * r.gst_cents::bigint * e.reversed + e.spent) / nullif(2 * e.spent, 0)
            else e.gst end as reversed) d
      where c.id > ${after} and c.id <= ${last} and e.spent > 0 and (r.gst_cents, e.gst) <> (d.due, d.reversed)
      order by c.id, r.id limit ${MAX_DIFFERENCES}`,
  );
}
