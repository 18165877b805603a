import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { messageProblems } from '#contract/gift-cards.ts';
import { MESSAGE_CHANNELS, type MessagePurpose } from '#server/platform/kernel/message-purposes.ts';
import { sellers } from './catalogue.ts';
import { signInCodes } from './codes.ts';
import { bigId, bigRef, instant, isOneOf, textEnum } from './columns.ts';
import { giftCardRedemptions } from './gift-card-ledger.ts';
import { giftCards } from './gift-cards.ts';
import { bookDifferences } from './operators.ts';
import { orders } from './orders.ts';
import { refunds } from './payments.ts';
import { shipments } from './shipments.ts';
import { messageStates } from './states/message.ts';

/** The outbox. `ref` prevents the server from sending a message twice. Message texts are never stored. */
export const messages = pgTable(
  'messages',
  {
    id: bigId(),
    ref: text('ref').notNull().unique(),
    channel: textEnum('channel', MESSAGE_CHANNELS).notNull(),
    purpose: text('purpose').$type<MessagePurpose>().notNull(),
    recipient: text('recipient').notNull(),
    orderId: bigRef('order_id').references(() => orders.id),
    giftCardId: bigRef('gift_card_id').references(() => giftCards.id),
    deliveryAttempt: integer('delivery_attempt'),
    refundId: bigRef('refund_id').references(() => refunds.id),
    shipmentId: bigRef('shipment_id').references(() => shipments.id),
    redemptionId: bigRef('redemption_id').references(() => giftCardRedemptions.id),
    sellerId: integer('seller_id').references(() => sellers.id),
    signInCodeId: bigRef('sign_in_code_id').references(() => signInCodes.id, { onDelete: 'set null' }),
    bookDifferenceId: bigRef('book_difference_id').references(() => bookDifferences.id),
    state: textEnum('state', messageStates.states).notNull(),
    providerId: text('provider_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Number of SMS parts that the operator pays for; 1 for an MMS. */
    parts: integer('parts'),
    error: text('error'),
    problem: textEnum('problem', messageProblems),
    notBefore: instant('not_before').notNull(),
    claimedAt: instant('claimed_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('messages_channel', t.channel, MESSAGE_CHANNELS),
    isOneOf('messages_problem', t.problem, messageProblems),
    isOneOf('messages_state', t.state, messageStates.states),
    check('messages_of_attempts', sql`(${t.giftCardId} is null) = (${t.deliveryAttempt} is null)`),
    check('messages_of_codes', sql`${t.signInCodeId} is null or ${t.purpose} = 'code'`),
    check('messages_parts', sql`${t.parts} > 0`),
    check('messages_claimed', sql`${t.state} <> 'claimed' or ${t.claimedAt} is not null`),
    index('messages_order').on(t.orderId),
    index('messages_gift_card').on(t.giftCardId, t.deliveryAttempt),
    index('messages_refund').on(t.refundId),
    index('messages_shipment').on(t.shipmentId),
    index('messages_redemption').on(t.redemptionId),
    index('messages_seller').on(t.sellerId),
    index('messages_book_difference').on(t.bookDifferenceId),
    index('messages_sign_in_code').on(t.signInCodeId),
    index('messages_provider_id').on(t.providerId),
    index('messages_claimed_at').on(t.claimedAt).where(sql`state = 'claimed'`),
    index('messages_due').on(t.notBefore).where(sql`state = 'queued'`),
    index('messages_recipients').on(t.notBefore).where(sql`recipient <> '' and state not in ('queued', 'claimed')`),
    index('messages_codes').on(t.createdAt).where(sql`purpose = 'code'`),
  ],
);

export const optOuts = pgTable(
  'opt_outs',
  {
    mobile: text('mobile').notNull(),
    sender: text('sender').notNull(),
    word: text('word').notNull(),
    optedOutAt: instant('opted_out_at').notNull(),
    optedInAt: instant('opted_in_at'),
  },
  (t) => [primaryKey({ columns: [t.mobile, t.sender] })],
);
