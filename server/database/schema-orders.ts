import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, serial, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CartAddress } from '../../contract/shapes.ts';
import { cents, instant } from './columns.ts';
import { products, sellers, templates, variants } from './schema-catalogue.ts';
import { members } from './schema-members.ts';

export const carts = pgTable(
  'carts',
  {
    id: serial('id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    /** open -> ordered, once. */
    state: text('state').notNull().default('open'),
    billingAddress: jsonb('billing_address').$type<CartAddress>(),
    shippingAddress: jsonb('shipping_address').$type<CartAddress>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('carts_state', sql`${t.state} in ('open', 'ordered')`),
    uniqueIndex('carts_one_open_a_member').on(t.memberId).where(sql`state = 'open'`),
  ],
);

export const cartLines = pgTable(
  'cart_lines',
  {
    id: serial('id').primaryKey(),
    cartId: integer('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    variantId: integer('variant_id')
      .notNull()
      .references(() => variants.id),
    qty: integer('qty').notNull(),
    /** What the buyer chose for a card of an open price; null where the price is the variant's. */
    amountCents: cents('amount_cents'),
  },
  (t) => [
    check('cart_lines_qty', sql`${t.qty} between 1 and 10000`),
    check(
      'cart_lines_amount',
      sql`${t.amountCents} is null or (${t.amountCents} > 0 and ${t.amountCents} % 100 = 0 and ${t.qty} = 1)`,
    ),
    index('cart_lines_cart').on(t.cartId),
  ],
);

/** Who gets a card and what it says; saved before the order, linked to it by cart line when it is placed. */
export const giftCardDetails = pgTable(
  'gift_card_details',
  {
    id: serial('id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    cartId: integer('cart_id').references(() => carts.id),
    /** No foreign key: the line goes when the cart is cleared, the details stay until deleted. */
    cartItemId: integer('cart_item_id'),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    variantSku: text('variant_sku').notNull(),
    priceCents: cents('price_cents').notNull(),
    purchaserMobile: text('purchaser_mobile').notNull(),
    recipientFirstname: text('recipient_firstname').notNull(),
    recipientLastname: text('recipient_lastname').notNull(),
    recipientMobile: text('recipient_mobile').notNull(),
    recipientMessage: text('recipient_message').notNull(),
    /** Without the marker. */
    textContent: text('text_content').notNull(),
    scheduledDelivery: text('scheduled_delivery'),
    timezone: text('timezone'),
    sendAt: instant('send_at'),
    templateId: integer('template_id').references(() => templates.id),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('gift_card_details_cart').on(t.cartId),
    uniqueIndex('gift_card_details_one_a_line')
      .on(t.cartItemId)
      .where(sql`deleted_at is null and cart_item_id is not null`),
    check('gift_card_details_lengths', sql`length(${t.recipientMessage}) <= 100 and length(${t.textContent}) <= 400`),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: serial('id').primaryKey(),
    /** Shown as nine digits. Given last, when the order is placed, so numbers have no gaps. */
    number: integer('number').unique(),
    cartId: integer('cart_id')
      .notNull()
      .unique()
      .references(() => carts.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    status: text('status').notNull(),
    customerName: text('customer_name').notNull(),
    campaignId: text('campaign_id'),
    subtotalCents: cents('subtotal_cents').notNull(),
    shippingCents: cents('shipping_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    shippingAddress: jsonb('shipping_address').$type<CartAddress>().notNull(),
    billingAddress: jsonb('billing_address').$type<CartAddress>().notNull(),
    refusalReason: text('refusal_reason'),
    heldFor: text('held_for'),
    /** Set while the shopper's bank disputes the payment, and to how that ended. */
    dispute: text('dispute'),
    createdAt: instant('created_at').notNull(),
    placedAt: instant('placed_at'),
    /** When the shopper's own call was answered with it; null while only a webhook or a job knows of it. */
    toldAt: instant('told_at'),
  },
  (t) => [
    check('orders_status', sql`${t.status} in ('pending', 'declined', 'held', 'approved', 'refused', 'refunded')`),
    check('orders_total', sql`${t.totalCents} = ${t.subtotalCents} + ${t.shippingCents} and ${t.subtotalCents} > 0`),
    check('orders_number_when_placed', sql`(${t.number} is null) = (${t.status} in ('pending', 'declined'))`),
    check(
      'orders_refusal_reason',
      sql`${t.refusalReason} is null or ${t.refusalReason} in ('fraud suspected', 'unlawful order', 'unverifiable', 'payment declined', 'suspended member')`,
    ),
    check('orders_dispute', sql`${t.dispute} is null or ${t.dispute} in ('open', 'won', 'lost')`),
    index('orders_member').on(t.memberId, t.createdAt),
    index('orders_untold').on(t.memberId, t.placedAt).where(sql`told_at is null`),
    index('orders_held').on(t.placedAt).where(sql`status = 'held'`),
  ],
);

/** The one row whose guarded increment gives out order numbers. */
export const counters = pgTable('counters', { name: text('name').primaryKey(), value: integer('value').notNull() });

export type LineOption = { label: string; value: string };

export const orderLines = pgTable(
  'order_lines',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    variantId: integer('variant_id')
      .notNull()
      .references(() => variants.id),
    /** The cart's line it came from; no foreign key, because that line goes when the order is placed. */
    cartLineId: integer('cart_line_id').notNull(),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    sku: text('sku').notNull(),
    name: text('name').notNull(),
    priceCents: cents('price_cents').notNull(),
    qty: integer('qty').notNull(),
    totalCents: cents('total_cents').notNull(),
    options: jsonb('options').$type<LineOption[]>().notNull(),
    detailsId: integer('details_id')
      .unique()
      .references(() => giftCardDetails.id),
    isGiftcard: boolean('is_giftcard').notNull(),
  },
  (t) => [
    check('order_lines_sum', sql`${t.totalCents} = ${t.priceCents} * ${t.qty} and ${t.qty} > 0`),
    check('order_lines_card_has_details', sql`${t.isGiftcard} = (${t.detailsId} is not null)`),
    unique('order_lines_id_price').on(t.id, t.priceCents),
    check('order_lines_one_card_a_line', sql`not ${t.isGiftcard} or ${t.qty} = 1`),
    index('order_lines_order').on(t.orderId),
  ],
);

/** One row an attempt to pay. At most one attempt of an order can be alive or have won. */
export const payments = pgTable(
  'payments',
  {
    id: serial('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** What is paid for and with what; a changed cart or card makes a new attempt. */
    fingerprint: text('fingerprint').notNull(),
    provider: text('provider').notNull(),
    providerPaymentId: text('provider_payment_id').unique(),
    paymentMethod: text('payment_method').notNull(),
    saveCard: boolean('save_card').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    capture: boolean('capture').notNull(),
    state: text('state').notNull(),
    clientSecret: text('client_secret'),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check(
      'payments_state',
      sql`${t.state} in ('started', 'requires_action', 'authorised', 'captured', 'declined', 'voided', 'refunded')`,
    ),
    check('payments_amount', sql`${t.amountCents} > 0`),
    uniqueIndex('payments_one_live_an_order')
      .on(t.orderId)
      .where(sql`state in ('started', 'requires_action', 'authorised', 'captured')`),
    index('payments_order').on(t.orderId),
    index('payments_held').on(t.updatedAt).where(sql`state = 'authorised'`),
    index('payments_waiting').on(t.updatedAt).where(sql`state in ('started', 'requires_action')`),
  ],
);
