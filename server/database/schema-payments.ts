import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { cents, instant } from './columns.ts';
import { sandboxPayments } from './schema-delivery.ts';
import { orderLines, orders, payments } from './schema-orders.ts';

/** What the payment provider tells of its own accord; each event is acted on once, however often it comes. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    account: text('account').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
    deliveries: integer('deliveries').notNull().default(1),
    /** Whoever is acting on it at this moment. */
    claim: text('claim'),
    claimedAt: instant('claimed_at'),
    settledAt: instant('settled_at'),
    result: text('result'),
  },
  (t) => [
    primaryKey({ name: 'payment_events_pk', columns: [t.account, t.eventId] }),
    index('payment_events_received').on(t.receivedAt),
  ],
);

/** Money on its way back to a shopper: wanted (ours, not sent yet), pending, succeeded, failed. */
export const refunds = pgTable(
  'refunds',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    orderLineId: integer('order_line_id').references(() => orderLines.id),
    amountCents: cents('amount_cents').notNull(),
    state: text('state').notNull(),
    requestedBy: text('requested_by').notNull(),
    reason: text('reason').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRefundId: text('provider_refund_id').unique(),
    error: text('error'),
    /** Which key it is sent under; another one after a server error, which the provider repeats for the same key. */
    attempt: integer('attempt').notNull().default(1),
    /** When this attempt met a server error. */
    brokenAt: instant('broken_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amountCents} > 0`),
    check('refunds_state', sql`${t.state} in ('wanted', 'pending', 'succeeded', 'failed')`),
    check('refunds_requested_by', sql`${t.requestedBy} in ('operator', 'provider', 'shop')`),
    index('refunds_order').on(t.orderId),
    index('refunds_payment').on(t.paymentId),
    index('refunds_pending').on(t.updatedAt).where(sql`state = 'pending'`),
    index('refunds_wanted').on(t.id).where(sql`state = 'wanted'`),
  ],
);

/** A shopper's bank asks the money back. */
export const disputes = pgTable(
  'disputes',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    providerDisputeId: text('provider_dispute_id').notNull().unique(),
    amountCents: cents('amount_cents').notNull(),
    reason: text('reason').notNull(),
    state: text('state').notNull(),
    /** What it has taken so far, as far as the order's cards were told. */
    takenCents: cents('taken_cents').notNull().default(0),
    openedAt: instant('opened_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('disputes_state', sql`${t.state} in ('open', 'won', 'lost')`),
    check('disputes_taken', sql`${t.takenCents} >= 0`),
    index('disputes_order').on(t.orderId),
    index('disputes_payment').on(t.paymentId),
    index('disputes_open').on(t.updatedAt).where(sql`state = 'open'`),
  ],
);

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => sandboxPayments.id),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('sandbox_refunds_amount', sql`${t.amountCents} > 0`)],
);
