import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { REFUND_REASONS } from '#contract/rules/refund-reasons.ts';
import { DECLINE_CODES } from '#server/platform/kernel/decline-codes.ts';
import { PAYMENT_ACCOUNTS } from '#server/platform/kernel/payment-accounts.ts';
import { sellers } from './catalogue.ts';
import { bigId, bigRef, CURRENCIES, cents, currency, id, instant, isOneOf, textEnum } from './columns.ts';
import { orderLines, orders } from './orders.ts';
import { disputeStates } from './states/dispute.ts';
import { paymentStates } from './states/payment.ts';
import { paymentWarningStates } from './states/payment-warning.ts';
import { refundStates } from './states/refund.ts';

const REFUND_PARTS = ['goods', 'shipping', 'card'] as const;
const TENDERS = ['payment card', 'gift card'] as const;
const REFUND_REQUESTERS = ['operator', 'provider', 'shop'] as const;

/** Payment attempts. At most one per order is live or successful. */
export const payments = pgTable(
  'payments',
  {
    id: bigId(),
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** A changed cart or payment card changes the fingerprint, which starts a new attempt. */
    fingerprint: text('fingerprint').notNull(),
    provider: textEnum('provider', PAYMENT_ACCOUNTS).notNull(),
    providerPaymentId: text('provider_payment_id').unique(),
    paymentMethod: text('payment_method').notNull(),
    saveCard: boolean('save_card').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: currency().notNull(),
    capture: boolean('capture').notNull(),
    state: textEnum('state', paymentStates.states).notNull(),
    clientSecret: text('client_secret'),
    error: text('error'),
    errorCode: textEnum('error_code', DECLINE_CODES),
    /**
     * `sender` is a keyed hash of the IP address, `cardPrint` the provider's fingerprint of the card. Purged after a
     * day.
     */
    sender: text('sender'),
    cardPrint: text('card_print'),
    /**
     * The new device, or session without cookies, in which the card was entered; null for a device with history. Purged
     * after a day.
     */
    typedIn: text('typed_in'),
    /** True if the customer entered the security code. In a paid attempt, the bank has confirmed it. */
    hasSecurityCode: boolean('security_code').notNull().default(false),
    declinedAt: instant('declined_at'),
    recheckedAt: instant('rechecked_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isOneOf('payments_state', t.state, paymentStates.states),
    isOneOf('payments_error_code', t.errorCode, DECLINE_CODES),
    isOneOf('payments_provider', t.provider, PAYMENT_ACCOUNTS),
    isOneOf('payments_currency', t.currency, CURRENCIES),
    check('payments_amount', sql`${t.amountCents} > 0`),
    uniqueIndex('payments_one_live_an_order')
      .on(t.orderId)
      .where(sql`state in ('started', 'requires_action', 'authorised', 'captured')`),
    index('payments_order').on(t.orderId),
    index('payments_created_at').on(t.createdAt),
    index('payments_held').on(t.updatedAt).where(sql`state = 'authorised'`),
    index('payments_waiting').on(t.updatedAt).where(sql`state in ('started', 'requires_action')`),
    index('payments_declined').on(t.declinedAt).where(sql`declined_at is not null`),
    index('payments_declined_of_sender').on(t.sender, t.declinedAt).where(sql`declined_at is not null`),
    index('payments_declined_of_card').on(t.cardPrint, t.declinedAt).where(sql`declined_at is not null`),
    index('payments_to_recheck')
      .on(t.updatedAt)
      .where(sql`state in ('declined', 'voided') and provider_payment_id is not null and rechecked_at is null`),
    index('payments_with_sender').on(t.createdAt).where(sql`sender is not null`),
    index('payments_of_sender').on(t.sender, t.createdAt).where(sql`sender is not null`),
    index('payments_of_card').on(t.cardPrint, t.createdAt).where(sql`card_print is not null`),
  ],
);

/** Periods with many declines, which suggest card testing. During these, each card payment needs a CAPTCHA. */
export const declineAlarms = pgTable(
  'decline_alarms',
  {
    id: id(),
    startedAt: instant('started_at').notNull().unique(),
    endsAt: instant('ends_at').notNull(),
    declines: integer('declines').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (t) => [index('decline_alarms_ends_at').on(t.endsAt)],
);

export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigId(),
    account: textEnum('account', PAYMENT_ACCOUNTS).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
    timesReceived: integer('times_received').notNull().default(1),
    claim: text('claim'),
    claimedAt: instant('claimed_at'),
    settledAt: instant('settled_at'),
    result: text('result'),
  },
  (t) => [
    isOneOf('payment_events_account', t.account, PAYMENT_ACCOUNTS),
    unique('payment_events_once').on(t.account, t.eventId),
    index('payment_events_received').on(t.receivedAt),
  ],
);

export const refunds = pgTable(
  'refunds',
  {
    id: bigId(),
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: bigRef('payment_id').references(() => payments.id),
    tender: textEnum('tender', TENDERS).notNull().default('payment card'),
    orderLineId: bigRef('order_line_id').references(() => orderLines.id),
    /** For physical products: how many items were refunded, and how many of these were restocked. */
    lineQty: integer('line_qty'),
    restockedQty: integer('restocked_qty').notNull().default(0),
    amountCents: cents('amount_cents').notNull(),
    state: textEnum('state', refundStates.states).notNull(),
    requestedBy: textEnum('requested_by', REFUND_REQUESTERS).notNull(),
    /** Customers see every reason except 'other'. */
    reason: textEnum('reason', REFUND_REASONS).notNull().default('other'),
    /** Only operators see this note. */
    note: text('note').notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRefundId: text('provider_refund_id').unique(),
    error: text('error'),
    /** Part of the idempotency key. Increases after a 5xx, which the provider would replay for the same key. */
    attempt: integer('attempt').notNull().default(1),
    brokenAt: instant('broken_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amountCents} > 0`),
    isOneOf('refunds_tender', t.tender, TENDERS),
    check('refunds_payment_of_tender', sql`(${t.tender} = 'payment card') = (${t.paymentId} is not null)`),
    check('refunds_line_qty', sql`${t.lineQty} is null or (${t.lineQty} > 0 and ${t.orderLineId} is not null)`),
    check('refunds_restocked', sql`${t.restockedQty} between 0 and coalesce(${t.lineQty}, 0)`),
    isOneOf('refunds_reason', t.reason, REFUND_REASONS),
    isOneOf('refunds_state', t.state, refundStates.states),
    isOneOf('refunds_requested_by', t.requestedBy, REFUND_REQUESTERS),
    index('refunds_created_at').on(t.createdAt),
    index('refunds_line').on(t.orderLineId),
    index('refunds_order').on(t.orderId),
    index('refunds_payment').on(t.paymentId),
    index('refunds_pending').on(t.updatedAt).where(sql`state = 'pending'`),
    index('refunds_queued').on(t.updatedAt).where(sql`state = 'queued'`),
  ],
);

export const refundShares = pgTable(
  'refund_shares',
  {
    id: bigId(),
    refundId: bigRef('refund_id')
      .notNull()
      .references(() => refunds.id),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    orderLineId: bigRef('order_line_id').references(() => orderLines.id),
    part: textEnum('part', REFUND_PARTS).notNull(),
    cents: cents('cents').notNull(),
    gstCents: cents('gst_cents').notNull(),
    tender: textEnum('tender', TENDERS).notNull(),
  },
  (t) => [
    isOneOf('refund_shares_part', t.part, REFUND_PARTS),
    isOneOf('refund_shares_tender', t.tender, TENDERS),
    check('refund_shares_cents', sql`${t.cents} > 0 and ${t.gstCents} between 0 and ${t.cents}`),
    check('refund_shares_line', sql`(${t.part} = 'shipping') = (${t.orderLineId} is null)`),
    unique('refund_shares_once').on(t.refundId, t.sellerId, t.orderLineId, t.part, t.tender).nullsNotDistinct(),
    index('refund_shares_seller').on(t.sellerId),
    index('refund_shares_line_of').on(t.orderLineId),
  ],
);

export const disputes = pgTable(
  'disputes',
  {
    id: bigId(),
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: bigRef('payment_id')
      .notNull()
      .references(() => payments.id),
    providerDisputeId: text('provider_dispute_id').notNull().unique(),
    amountCents: cents('amount_cents').notNull(),
    reason: text('reason').notNull(),
    state: textEnum('state', disputeStates.states).notNull(),
    /** The part of the loss for which gift cards have already been voided. */
    lostCents: cents('lost_cents').notNull().default(0),
    openedAt: instant('opened_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isOneOf('disputes_state', t.state, disputeStates.states),
    check('disputes_lost', sql`${t.lostCents} >= 0`),
    index('disputes_order').on(t.orderId),
    index('disputes_payment').on(t.paymentId),
    index('disputes_open').on(t.updatedAt).where(sql`state = 'open'`),
  ],
);

const WARNING_KINDS = ['early fraud warning', 'review'] as const;

/** Early fraud warnings and reviews. While one is open, the order's gift cards are frozen. */
export const paymentWarnings = pgTable(
  'payment_warnings',
  {
    id: bigId(),
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: bigRef('payment_id')
      .notNull()
      .references(() => payments.id),
    providerWarningId: text('provider_warning_id').notNull().unique(),
    kind: textEnum('kind', WARNING_KINDS).notNull(),
    reason: text('reason').notNull(),
    state: textEnum('state', paymentWarningStates.states).notNull(),
    note: text('note').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isOneOf('payment_warnings_kind', t.kind, WARNING_KINDS),
    isOneOf('payment_warnings_state', t.state, paymentWarningStates.states),
    index('payment_warnings_order').on(t.orderId),
    index('payment_warnings_payment').on(t.paymentId),
    index('payment_warnings_open').on(t.updatedAt).where(sql`state = 'open'`),
  ],
);
