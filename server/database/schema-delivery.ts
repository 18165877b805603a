import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, instant } from './columns.ts';
import { products, sellers } from './schema-catalogue.ts';
import { giftCardDetails, orderLines } from './schema-orders.ts';

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** A card is money: one row a paid line. Code, PIN and link secret are sealed; hashes serve the look-ups. */
export const giftCards = pgTable(
  'gift_cards',
  {
    id: serial('id').primaryKey(),
    orderLineId: integer('order_line_id')
      .notNull()
      .unique()
      .references(() => orderLines.id),
    detailsId: integer('details_id')
      .notNull()
      .unique()
      .references(() => giftCardDetails.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    codeHash: text('code_hash').notNull().unique(),
    linkHash: text('link_hash').notNull().unique(),
    sealed: text('sealed').notNull(),
    valueCents: cents('value_cents').notNull(),
    currency: text('currency').notNull(),
    suppliedAt: instant('supplied_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    state: text('state').notNull(),
    sendAt: instant('send_at').notNull(),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    openedAt: instant('opened_at'),
    failure: text('failure'),
  },
  (t) => [
    check(
      'gift_cards_state',
      sql`${t.state} in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'void')`,
    ),
    check('gift_cards_three_years', sql`${t.expiresAt} >= ${t.suppliedAt} + interval '3 years'`),
    check('gift_cards_value', sql`${t.valueCents} > 0`),
    index('gift_cards_due').on(t.sendAt).where(sql`state = 'queued'`),
  ],
);

/** Append-only ledger (a trigger refuses UPDATE and DELETE); the balance is the sum. */
export const giftCardEntries = pgTable(
  'gift_card_entries',
  {
    id: serial('id').primaryKey(),
    giftCardId: integer('gift_card_id')
      .notNull()
      .references(() => giftCards.id),
    kind: text('kind').notNull(),
    amountCents: cents('amount_cents').notNull(),
    note: text('note').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check(
      'gift_card_entries_sign',
      sql`(${t.kind} = 'issue' and ${t.amountCents} > 0) or (${t.kind} in ('redeem', 'void') and ${t.amountCents} < 0) or ${t.kind} = 'correct'`,
    ),
    uniqueIndex('gift_card_entries_one_issue').on(t.giftCardId).where(sql`kind = 'issue'`),
    index('gift_card_entries_card').on(t.giftCardId),
  ],
);

/** One row for each message handed, or to be handed, to the carrier. `ref` makes a second handing impossible. */
export const outgoingMessages = pgTable(
  'outgoing_messages',
  {
    id: serial('id').primaryKey(),
    ref: text('ref').notNull().unique(),
    giftCardId: integer('gift_card_id').references(() => giftCards.id),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    purpose: text('purpose').notNull(),
    state: text('state').notNull(),
    providerId: text('provider_id'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('outgoing_messages_kind', sql`${t.kind} in ('sms', 'mms')`),
    check(
      'outgoing_messages_state',
      sql`${t.state} in ('queued', 'claimed', 'sent', 'delivered', 'failed', 'unknown')`,
    ),
    index('outgoing_messages_card').on(t.giftCardId),
  ],
);

/** Composed picture messages, fetched by carriers under an unguessable name. */
export const messagePictures = pgTable(
  'message_pictures',
  {
    name: text('name').primaryKey(),
    giftCardId: integer('gift_card_id')
      .notNull()
      .unique()
      .references(() => giftCards.id),
    jpeg: bytes('jpeg').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('message_pictures_240_kb', sql`octet_length(${t.jpeg}) <= 240000`)],
);

/** What the demo phone has received (MESSAGES=phone). */
export const phoneMessages = pgTable(
  'phone_messages',
  {
    id: serial('id').primaryKey(),
    ref: text('ref').notNull().unique(),
    to: text('to').notNull(),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    mediaUrl: text('media_url'),
    purpose: text('purpose').notNull(),
    status: text('status').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('phone_messages_purpose', sql`${t.purpose} in ('code', 'gift', 'campaign', 'order')`),
    index('phone_messages_to').on(t.to, t.id),
  ],
);

/** Cards of the payment sandbox: brand and last four only, a number is never kept. */
export const sandboxPaymentMethods = pgTable('sandbox_payment_methods', {
  id: text('id').primaryKey(),
  customerId: text('customer_id'),
  /** How this card behaves: the name of Stripe's test payment method it stands for. */
  behaviour: text('behaviour').notNull(),
  brand: text('brand').notNull(),
  last4: text('last4').notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    orderId: integer('order_id').notNull(),
    customerId: text('customer_id').notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    saveCard: boolean('save_card').notNull(),
    capture: boolean('capture').notNull(),
    status: text('status').notNull(),
    error: text('error'),
    clientSecret: text('client_secret').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check(
      'sandbox_payments_status',
      sql`${t.status} in ('requires_confirmation', 'requires_action', 'requires_capture', 'succeeded', 'declined', 'canceled', 'refunded')`,
    ),
    index('sandbox_payments_order').on(t.orderId),
  ],
);
