import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { isIn, queryRows } from '#server/platform/database/rows.ts';
import {
  giftCardAccounts as accounts,
  customers,
  giftCardDetails as details,
  giftCards,
  orderLines,
  orders,
  products,
  sellers,
} from '#server/platform/database/schema/schema.ts';

/** All mobile numbers are in E.164 format. */
export type CardQuery =
  | { id: number }
  | { publicId: string }
  | { codeHashes: readonly string[] }
  | { recipientMobile: string }
  | { orderId: number };

function isMeant(query: CardQuery): SQL {
  if ('id' in query) return eq(giftCards.id, query.id);
  if ('publicId' in query) return eq(giftCards.publicId, query.publicId);
  if ('codeHashes' in query) return isIn(giftCards.codeHash, query.codeHashes);
  if ('recipientMobile' in query) return eq(details.recipientMobile, query.recipientMobile);
  return eq(orderLines.orderId, query.orderId);
}

export function listOperatedCards(handle: Handle, { query, limit }: { query: CardQuery; limit: number }) {
  return handle
    .select({
      id: giftCards.id,
      publicId: giftCards.publicId,
      last4: giftCards.codeLast4,
      valueCents: giftCards.valueCents,
      suppliedAt: giftCards.suppliedAt,
      expiresAt: giftCards.expiresAt,
      deliveryState: giftCards.deliveryState,
      deliveryError: giftCards.deliveryError,
      sendAt: giftCards.sendAt,
      sentAt: giftCards.sentAt,
      deliveredAt: giftCards.deliveredAt,
      openedAt: giftCards.openedAt,
      accountStatus: accounts.status,
      balanceCents: accounts.balanceCents,
      heldCents: accounts.heldCents,
      productName: products.name,
      sellerName: sellers.name,
      lineId: orderLines.id,
      orderNumber: orders.number,
      boughtBy: orders.customerName,
      customerId: customers.id,
      customerMobile: customers.mobile,
      detailsId: details.id,
      recipientFirstname: details.recipientFirstname,
      recipientLastname: details.recipientLastname,
      recipientMobile: details.recipientMobile,
    })
    .from(giftCards)
    .innerJoin(accounts, eq(accounts.giftCardId, giftCards.id))
    .innerJoin(details, eq(details.id, giftCards.detailsId))
    .innerJoin(orderLines, eq(orderLines.id, giftCards.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(products, eq(products.id, giftCards.productId))
    .innerJoin(sellers, eq(sellers.id, giftCards.sellerId))
    .where(isMeant(query))
    .orderBy(desc(giftCards.id))
    .limit(limit);
}
export type OperatedCard = Awaited<ReturnType<typeof listOperatedCards>>[number];

const movement = z.object({
  kind: z.string(),
  cents: z.int(),
  at: z.date(),
  channel: z.enum(['shop', 'till', 'api']).nullable(),
  orderNumber: z.int().nullable(),
  counterKey: z.string().nullable(),
  redemption: z.string().nullable(),
  isDisputed: z.boolean(),
  note: z.string().nullable(),
});
export type CardMovement = z.output<typeof movement>;

export function listMovements(handle: Handle, giftCardId: number): Promise<CardMovement[]> {
  return queryRows(
    handle,
    movement,
    sql`select e.kind, e.created_at as at, coalesce(r.channel, h.channel) as channel,
        case e.kind when 'hold' then -e.held_cents else e.posted_cents end as cents,
        o.number as "orderNumber", k.name as "counterKey", r.public_id as redemption,
        e.dispute_id is not null as "isDisputed", coalesce(e.seller_note, e.operator_note) as note
      from gift_card_entries e
        left join gift_card_redemptions r on r.id = e.redemption_id
        left join gift_card_holds h on h.id = e.hold_id
        left join orders o on o.id = coalesce(r.order_id, h.order_id)
        left join counter_keys k on k.id = coalesce(r.counter_key_id, h.counter_key_id)
      where e.gift_card_id = ${giftCardId} and e.kind <> 'release' and (e.kind <> 'hold' or h.state = 'held')
      order by e.seq`,
  );
}
