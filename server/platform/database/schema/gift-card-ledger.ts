import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { GST_BASES } from '#contract/rules/money/gst.ts';
import { counterKeys } from './calls.ts';
import { bigId, bigRef, cents, instant, isOneOf, textEnum } from './columns.ts';
import { giftCards } from './gift-cards.ts';
import { orderLines, orders } from './orders.ts';
import { disputes, refunds } from './payments.ts';
import { cardAccountStates } from './states/card-account.ts';
import { cardHoldStates } from './states/card-hold.ts';

const ENTRY_KINDS = [
  'issue',
  'hold',
  'release',
  'capture',
  'redeem',
  'reverse',
  'void',
  'restore',
  'expire',
  'reinstate',
  'correct',
] as const;
/** Entry kinds that may occur several times for the same cause. */
const REPEATED_KINDS = ['reverse', 'void', 'restore', 'expire', 'reinstate', 'correct'] as const;
const RESTORED_STATUSES = ['active', 'frozen'] as const;
const CHANNELS = ['shop', 'till', 'api'] as const;

/**
 * One row per gift card, and the only row locked while value moves. Only ledger entries change its amounts; its status
 * follows `cardAccountStates` (db/functions.sql).
 */
export const giftCardAccounts = pgTable(
  'gift_card_accounts',
  {
    giftCardId: bigRef('gift_card_id').primaryKey(),
    sellerId: integer('seller_id').notNull(),
    status: textEnum('status', cardAccountStates.states).notNull().default('active'),
    /** The status that a void account gets when it is restored; set by a trigger. */
    restoresTo: textEnum('restores_to', RESTORED_STATUSES),
    issuedCents: cents('issued_cents').notNull(),
    balanceCents: cents('balance_cents').notNull().default(0),
    heldCents: cents('held_cents').notNull().default(0),
    entryCount: integer('entry_count').notNull().default(0),
    /** Copied from the gift card by a trigger; null if the card never expires. */
    expiresAt: instant('expires_at'),
  },
  (t) => [
    isOneOf('gift_card_accounts_status', t.status, cardAccountStates.states),
    isOneOf('gift_card_accounts_restores_to', t.restoresTo, RESTORED_STATUSES),
    check('gift_card_accounts_void_restores', sql`(${t.status} = 'void') = (${t.restoresTo} is not null)`),
    check('gift_card_accounts_never_overdrawn', sql`${t.balanceCents} >= 0`),
    check('gift_card_accounts_single_load', sql`${t.balanceCents} <= ${t.issuedCents}`),
    check('gift_card_accounts_put_aside', sql`${t.heldCents} between 0 and ${t.balanceCents}`),
    check('gift_card_accounts_void_is_empty', sql`${t.status} <> 'void' or ${t.balanceCents} = 0`),
    foreignKey({
      name: 'gift_card_accounts_seller',
      columns: [t.giftCardId, t.sellerId],
      foreignColumns: [giftCards.id, giftCards.sellerId],
    }),
    foreignKey({
      name: 'gift_card_accounts_worth_of_card',
      columns: [t.giftCardId, t.issuedCents],
      foreignColumns: [giftCards.id, giftCards.valueCents],
    }),
    index('gift_card_accounts_expiring').on(t.expiresAt).where(sql`status = 'active'`),
    /** Finds expired cards whose value returned later, because that value expires as well. */
    index('gift_card_accounts_value_after_expiry')
      .on(t.giftCardId)
      .where(sql`status = 'expired' and balance_cents > held_cents`),
  ],
);

export const giftCardHolds = pgTable(
  'gift_card_holds',
  {
    id: bigId(),
    publicId: text('public_id').notNull().unique(),
    giftCardId: bigRef('gift_card_id').notNull(),
    sellerId: integer('seller_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    capturedCents: cents('captured_cents').notNull().default(0),
    state: textEnum('state', cardHoldStates.states).notNull().default('held'),
    channel: textEnum('channel', CHANNELS).notNull(),
    orderId: bigRef('order_id').references(() => orders.id),
    /** Null if the shop itself placed the hold. */
    counterKeyId: bigRef('counter_key_id').references(() => counterKeys.id),
    reference: text('reference').notNull().default(''),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    isOneOf('gift_card_holds_state', t.state, cardHoldStates.states),
    isOneOf('gift_card_holds_channel', t.channel, CHANNELS),
    check('gift_card_holds_amount', sql`${t.amountCents} > 0`),
    check('gift_card_holds_order', sql`(${t.channel} = 'shop') = (${t.orderId} is not null)`),
    check('gift_card_holds_ended', sql`(${t.state} = 'held') = (${t.endedAt} is null)`),
    check(
      'gift_card_holds_captured',
      sql`(${t.state} = 'captured') = (${t.capturedCents} > 0) and ${t.capturedCents} between 0 and ${t.amountCents}`,
    ),
    unique('gift_card_holds_of_card').on(t.id, t.giftCardId),
    foreignKey({
      name: 'gift_card_holds_own_seller',
      columns: [t.giftCardId, t.sellerId],
      foreignColumns: [giftCards.id, giftCards.sellerId],
    }),
    index('gift_card_holds_card').on(t.giftCardId, t.sellerId),
    index('gift_card_holds_orders').on(t.orderId),
    index('gift_card_holds_counter_key').on(t.counterKeyId),
    uniqueIndex('gift_card_holds_one_live_an_order')
      .on(t.orderId, t.giftCardId)
      .where(sql`channel = 'shop' and state in ('held', 'captured')`),
    index('gift_card_holds_to_lapse').on(t.expiresAt).where(sql`state = 'held'`),
  ],
);

export const giftCardRedemptions = pgTable(
  'gift_card_redemptions',
  {
    id: bigId(),
    publicId: text('public_id').notNull().unique(),
    giftCardId: bigRef('gift_card_id').notNull(),
    sellerId: integer('seller_id').notNull(),
    channel: textEnum('channel', CHANNELS).notNull(),
    holdId: bigRef('hold_id').unique(),
    orderId: bigRef('order_id').references(() => orders.id),
    /** Null if the shop itself redeemed the card. */
    counterKeyId: bigRef('counter_key_id').references(() => counterKeys.id),
    amountCents: cents('amount_cents').notNull(),
    reversedCents: cents('reversed_cents').notNull().default(0),
    gstCents: cents('gst_cents').notNull(),
    gstBasis: textEnum('gst_basis', GST_BASES).notNull(),
    reference: text('reference').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('gift_card_redemptions_channel', t.channel, CHANNELS),
    isOneOf('gift_card_redemptions_gst_basis', t.gstBasis, GST_BASES),
    check('gift_card_redemptions_amount', sql`${t.amountCents} > 0`),
    check('gift_card_redemptions_reversed', sql`${t.reversedCents} between 0 and ${t.amountCents}`),
    check('gift_card_redemptions_gst', sql`${t.gstCents} between 0 and ${t.amountCents}`),
    check('gift_card_redemptions_order', sql`(${t.channel} = 'shop') = (${t.orderId} is not null)`),
    unique('gift_card_redemptions_of_card').on(t.id, t.giftCardId),
    foreignKey({
      name: 'gift_card_redemptions_own_seller',
      columns: [t.giftCardId, t.sellerId],
      foreignColumns: [giftCards.id, giftCards.sellerId],
    }),
    foreignKey({
      name: 'gift_card_redemptions_hold',
      columns: [t.holdId, t.giftCardId],
      foreignColumns: [giftCardHolds.id, giftCardHolds.giftCardId],
    }),
    index('gift_card_redemptions_card').on(t.giftCardId, t.sellerId),
    index('gift_card_redemptions_orders').on(t.orderId),
    index('gift_card_redemptions_counter_key').on(t.counterKeyId),
    index('gift_card_redemptions_seller').on(t.sellerId, t.id),
    index('gift_card_redemptions_seller_created_at').on(t.sellerId, t.createdAt),
  ],
);

/**
 * Append-only. Each entry except an expiry has exactly one cause. Operators add a note to 'reinstate' and 'correct'
 * entries.
 */
export const giftCardEntries = pgTable(
  'gift_card_entries',
  {
    id: bigId(),
    giftCardId: bigRef('gift_card_id')
      .notNull()
      .references(() => giftCardAccounts.giftCardId),
    kind: textEnum('kind', ENTRY_KINDS).notNull(),
    postedCents: cents('posted_cents').notNull(),
    heldCents: cents('held_cents').notNull().default(0),
    orderLineId: bigRef('order_line_id').references(() => orderLines.id),
    holdId: bigRef('hold_id'),
    redemptionId: bigRef('redemption_id'),
    refundId: bigRef('refund_id').references(() => refunds.id),
    disputeId: bigRef('dispute_id').references(() => disputes.id),
    operator: text('operator'),
    operatorNote: text('operator_note'),
    sellerNote: text('seller_note'),
    counterKeyId: bigRef('counter_key_id').references(() => counterKeys.id),
    /** The GST that a reversal returned, in cents; null in older reversals and in other entries. */
    gstCents: cents('gst_cents'),
    /** Numbers the entries that share one cause, such as partial disputes and resent refunds. */
    step: integer('step').notNull().default(1),
    /** A trigger sets the entry's number within the card and the account's amounts after the entry. */
    seq: integer('seq').notNull().default(0),
    balanceAfter: cents('balance_after').notNull().default(0),
    heldAfter: cents('held_after').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('gift_card_entries_kind', t.kind, ENTRY_KINDS),
    check(
      'gift_card_entries_shape',
      sql`case ${t.kind}
        when 'issue' then ${t.postedCents} > 0 and ${t.heldCents} = 0 and ${t.orderLineId} is not null
        when 'hold' then ${t.postedCents} = 0 and ${t.heldCents} > 0 and ${t.holdId} is not null
        when 'release' then ${t.postedCents} = 0 and ${t.heldCents} < 0 and ${t.holdId} is not null
        when 'capture' then ${t.postedCents} < 0 and ${t.heldCents} <= ${t.postedCents} and ${t.redemptionId} is not null
        when 'redeem' then ${t.postedCents} < 0 and ${t.heldCents} = 0 and ${t.redemptionId} is not null
        when 'reverse' then ${t.postedCents} > 0 and ${t.heldCents} = 0 and ${t.redemptionId} is not null
        when 'void' then ${t.postedCents} < 0 and ${t.heldCents} = 0 and num_nonnulls(${t.refundId}, ${t.disputeId}) = 1
        when 'restore' then ${t.postedCents} > 0 and ${t.heldCents} = 0 and num_nonnulls(${t.refundId}, ${t.disputeId}) = 1
        when 'expire' then ${t.postedCents} < 0 and ${t.heldCents} = 0
        when 'reinstate' then ${t.postedCents} > 0 and ${t.heldCents} = 0
        else ${t.postedCents} <> 0 and ${t.heldCents} = 0 end`,
    ),
    check(
      'gift_card_entries_one_cause',
      sql`num_nonnulls(${t.orderLineId}, ${t.holdId}, ${t.redemptionId}, case when ${t.kind} <> 'reverse' then ${t.refundId} end, ${t.disputeId})
        = case when ${t.kind} in ('expire', 'reinstate', 'correct') then 0 else 1 end`,
    ),
    check(
      'gift_card_entries_operator',
      sql`num_nonnulls(nullif(${t.operator}, ''), nullif(${t.operatorNote}, ''))
        = case when ${t.kind} in ('reinstate', 'correct') then 2 else 0 end`,
    ),
    check('gift_card_entries_seller_note', sql`${t.sellerNote} is null or ${t.kind} = 'reverse'`),
    check('gift_card_entries_counter_key', sql`${t.counterKeyId} is null or ${t.kind} = 'reverse'`),
    check(
      'gift_card_entries_gst',
      sql`${t.gstCents} is null or (${t.kind} = 'reverse' and ${t.gstCents} between 0 and ${t.postedCents})`,
    ),
    check(
      'gift_card_entries_single_step',
      sql`${t.step} = 1 or ${t.kind} in (${sql.raw(REPEATED_KINDS.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    index('gift_card_entries_counter_key_id').on(t.counterKeyId),
    unique('gift_card_entries_seq').on(t.giftCardId, t.seq),
    unique('gift_card_entries_cause')
      .on(t.giftCardId, t.kind, t.orderLineId, t.holdId, t.redemptionId, t.refundId, t.disputeId, t.step)
      .nullsNotDistinct(),
    foreignKey({
      name: 'gift_card_entries_hold',
      columns: [t.holdId, t.giftCardId],
      foreignColumns: [giftCardHolds.id, giftCardHolds.giftCardId],
    }),
    foreignKey({
      name: 'gift_card_entries_redemption',
      columns: [t.redemptionId, t.giftCardId],
      foreignColumns: [giftCardRedemptions.id, giftCardRedemptions.giftCardId],
    }),
    index('gift_card_entries_order_lines').on(t.orderLineId),
    index('gift_card_entries_holds').on(t.holdId, t.giftCardId),
    index('gift_card_entries_redemptions').on(t.redemptionId, t.giftCardId),
    index('gift_card_entries_refunds').on(t.refundId),
    index('gift_card_entries_disputes').on(t.disputeId),
    /** Entries arrive in time order, so a BRIN index is almost free. */
    index('gift_card_entries_created_at').using('brin', t.createdAt).with({ autosummarize: true }),
  ],
);
