import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { cents, instant } from './columns.ts';
import { products, sellers } from './schema-catalogue.ts';
import { members } from './schema-members.ts';
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
    /** Why the last round failed: in words for the operator, and as the buyer is told (MessageProblem). */
    failure: text('failure'),
    problem: text('problem'),
    /** The first delivery is round 1; each 'send again' and each corrected number begins another. */
    round: integer('round').notNull().default(1),
  },
  (t) => [
    check(
      'gift_cards_state',
      sql`${t.state} in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'void')`,
    ),
    check('gift_cards_three_years', sql`${t.expiresAt} >= ${t.suppliedAt} + interval '3 years'`),
    check('gift_cards_value', sql`${t.valueCents} > 0`),
    /** A card is worth exactly what its line was sold for. */
    foreignKey({
      name: 'gift_cards_worth_what_was_paid',
      columns: [t.orderLineId, t.valueCents],
      foreignColumns: [orderLines.id, orderLines.priceCents],
    }),
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
    round: integer('round').notNull().default(1),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    purpose: text('purpose').notNull(),
    state: text('state').notNull(),
    providerId: text('provider_id'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    problem: text('problem'),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('outgoing_messages_kind', sql`${t.kind} in ('sms', 'mms')`),
    check(
      'outgoing_messages_state',
      sql`${t.state} in ('queued', 'claimed', 'sent', 'delivered', 'failed', 'unknown')`,
    ),
    index('outgoing_messages_card').on(t.giftCardId),
    index('outgoing_messages_provider_id').on(t.providerId),
    index('outgoing_messages_codes').on(t.createdAt).where(sql`purpose = 'code' and gift_card_id is null`),
    index('outgoing_messages_campaign_claims').on(t.claimedAt).where(sql`purpose = 'campaign' and state = 'claimed'`),
  ],
);

/** Who has replied STOP to a sender, and START since. Campaign messages go only to those who have not. */
export const optOuts = pgTable(
  'opt_outs',
  {
    /** E.164 */
    mobile: text('mobile').notNull(),
    sender: text('sender').notNull(),
    /** The reply's first word, or what the carrier understood. */
    word: text('word').notNull(),
    optedOutAt: instant('opted_out_at').notNull(),
    optedInAt: instant('opted_in_at'),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.sender] })],
);

/** Numbers that buyers changed, and what they sent again. Append-only by a trigger, but that numbers can be blanked. */
export const giftCardChanges = pgTable(
  'gift_card_changes',
  {
    id: serial('id').primaryKey(),
    giftCardId: integer('gift_card_id')
      .notNull()
      .references(() => giftCards.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    kind: text('kind').notNull(),
    /** The round that carries the change. */
    round: integer('round').notNull(),
    /** False for a number that was corrected before its round had begun. */
    startsRound: boolean('starts_round').notNull(),
    oldState: text('old_state').notNull(),
    oldMobile: text('old_mobile').notNull(),
    newMobile: text('new_mobile').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('gift_card_changes_kind', sql`${t.kind} in ('resend', 'correct')`),
    index('gift_card_changes_card').on(t.giftCardId, t.createdAt),
    index('gift_card_changes_member').on(t.memberId, t.createdAt),
    index('gift_card_changes_numbers').on(t.createdAt).where(sql`old_mobile <> '' or new_mobile <> ''`),
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
