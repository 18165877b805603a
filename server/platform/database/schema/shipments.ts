import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigId, bigRef, instant, isOneOf, textEnum } from './columns.ts';
import { orderLines, orderSellers } from './orders.ts';
import { shipmentStates } from './states/shipment.ts';

export const shipments = pgTable(
  'shipments',
  {
    id: bigId(),
    orderId: bigRef('order_id').notNull(),
    sellerId: integer('seller_id').notNull(),
    state: textEnum('state', shipmentStates.states).notNull(),
    carrier: text('carrier'),
    tracking: text('tracking'),
    createdAt: instant('created_at').notNull(),
    packedAt: instant('packed_at'),
    sentAt: instant('sent_at'),
    receivedAt: instant('received_at'),
  },
  (t) => [
    isOneOf('shipments_state', t.state, shipmentStates.states),
    check('shipments_packed', sql`${t.state} <> 'packed' or (${t.packedAt} is not null and ${t.sentAt} is null)`),
    check('shipments_sent', sql`(${t.state} in ('sent', 'received')) = (${t.sentAt} is not null)`),
    check('shipments_received', sql`(${t.state} = 'received') = (${t.receivedAt} is not null)`),
    foreignKey({
      name: 'shipments_of_a_seller',
      columns: [t.orderId, t.sellerId],
      foreignColumns: [orderSellers.orderId, orderSellers.sellerId],
    }),
    index('shipments_order').on(t.orderId, t.sellerId),
  ],
);

export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: bigRef('shipment_id')
      .notNull()
      .references(() => shipments.id),
    orderLineId: bigRef('order_line_id')
      .notNull()
      .references(() => orderLines.id),
    qty: integer('qty').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.orderLineId] }),
    check('shipment_lines_qty', sql`${t.qty} > 0`),
    index('shipment_lines_line').on(t.orderLineId),
  ],
);
