import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { REFUSAL_REASONS } from '#contract/rules/refusal-reasons.ts';
import type { CartAddress } from '#contract/shapes/customer.ts';
import { products, sellers, variants } from './catalogue.ts';
import { bigId, bigRef, cents, instant, isOneOf, textEnum } from './columns.ts';
import { customers } from './customers.ts';
import { cartStates } from './states/cart.ts';
import { HELD_REASONS, orderStates } from './states/order.ts';
import { templates } from './templates.ts';

export const carts = pgTable(
  'carts',
  {
    id: bigId(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    state: textEnum('state', cartStates.states).notNull().default('open'),
    billingAddress: jsonb('billing_address').$type<CartAddress>(),
    shippingAddress: jsonb('shipping_address').$type<CartAddress>(),
    /**
     * The link session that chose the addresses (see identifyWriter()); other sessions must not use these. Null if a
     * verified session chose them.
     */
    addressesBy: text('addresses_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isOneOf('carts_state', t.state, cartStates.states),
    index('carts_customer').on(t.customerId),
    uniqueIndex('carts_one_open_a_customer').on(t.customerId).where(sql`state = 'open'`),
  ],
);

export const cartLines = pgTable(
  'cart_lines',
  {
    id: bigId(),
    cartId: bigRef('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    variantId: integer('variant_id')
      .notNull()
      .references(() => variants.id),
    qty: integer('qty').notNull(),
    amountCents: cents('amount_cents'),
    writtenBy: text('written_by'),
  },
  (t) => [
    check('cart_lines_qty', sql`${t.qty} between 1 and 10000`),
    check(
      'cart_lines_amount',
      sql`${t.amountCents} is null or (${t.amountCents} > 0 and ${t.amountCents} % 100 = 0 and ${t.qty} = 1)`,
    ),
    index('cart_lines_cart').on(t.cartId),
    index('cart_lines_variant').on(t.variantId),
  ],
);

export const giftCardDetails = pgTable(
  'gift_card_details',
  {
    id: bigId(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    cartId: bigRef('cart_id').references(() => carts.id),
    /** Not a foreign key: details stay when the cart line is deleted. */
    cartItemId: bigRef('cart_item_id'),
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
    textContent: text('text_content').notNull(),
    scheduledDelivery: text('scheduled_delivery'),
    timezone: text('timezone'),
    sendAt: instant('send_at'),
    templateId: integer('template_id').references(() => templates.id),
    writtenBy: text('written_by'),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('gift_card_details_cart').on(t.cartId),
    index('gift_card_details_customer').on(t.customerId),
    index('gift_card_details_product').on(t.productId),
    index('gift_card_details_template').on(t.templateId),
    index('gift_card_details_recipient').on(t.recipientMobile),
    index('gift_card_details_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
    uniqueIndex('gift_card_details_one_a_line')
      .on(t.cartItemId)
      .where(sql`deleted_at is null and cart_item_id is not null`),
    check('gift_card_details_lengths', sql`length(${t.recipientMessage}) <= 100 and length(${t.textContent}) <= 400`),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: bigId(),
    /** The order number, shown as nine digits. The sequence may have gaps. */
    number: integer('number').unique(),
    cartId: bigRef('cart_id')
      .notNull()
      .unique()
      .references(() => carts.id),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    status: textEnum('status', orderStates.states).notNull(),
    customerName: text('customer_name').notNull(),
    campaignId: text('campaign_id'),
    subtotalCents: cents('subtotal_cents').notNull(),
    shippingCents: cents('shipping_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    gstCents: cents('gst_cents').notNull(),
    shippingGstCents: cents('shipping_gst_cents').notNull(),
    giftCardTenderCents: cents('gift_card_tender_cents').notNull().default(0),
    cardDueCents: cents('card_due_cents').notNull(),
    shippingAddress: jsonb('shipping_address').$type<CartAddress>().notNull(),
    billingAddress: jsonb('billing_address').$type<CartAddress>().notNull(),
    refusalReason: textEnum('refusal_reason', REFUSAL_REASONS),
    heldFor: textEnum('held_for', HELD_REASONS),
    createdAt: instant('created_at').notNull(),
    placedAt: instant('placed_at'),
    approvedAt: instant('approved_at'),
    /** When the customer's own API call returned the order; null until then, for example after a webhook or job. */
    acknowledgedAt: instant('acknowledged_at'),
  },
  (t) => [
    isOneOf('orders_status', t.status, orderStates.states),
    isOneOf('orders_held_for', t.heldFor, HELD_REASONS),
    isOneOf('orders_refusal_reason', t.refusalReason, REFUSAL_REASONS),
    check('orders_total', sql`${t.totalCents} = ${t.subtotalCents} + ${t.shippingCents} and ${t.subtotalCents} > 0`),
    check(
      'orders_gst',
      sql`${t.shippingGstCents} between 0 and ${t.shippingCents} and ${t.gstCents} between ${t.shippingGstCents} and ${t.totalCents}`,
    ),
    check(
      'orders_tenders',
      sql`${t.giftCardTenderCents} >= 0 and ${t.giftCardTenderCents} + ${t.cardDueCents} = ${t.totalCents} and (${t.cardDueCents} = 0 or ${t.cardDueCents} >= 50)`,
    ),
    check('orders_number_when_placed', sql`(${t.number} is null) = (${t.status} in ('pending', 'declined'))`),
    index('orders_customer').on(t.customerId, t.createdAt),
    index('orders_unacknowledged').on(t.customerId, t.placedAt).where(sql`acknowledged_at is null`),
    index('orders_held').on(t.placedAt).where(sql`status = 'held'`),
    index('orders_open').on(t.customerId).where(sql`status in ('pending', 'held')`),
  ],
);

/** Concurrent orders may commit out of sequence. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 1, maxValue: 999_999_999 });

export type LineOption = { label: string; value: string };

export const orderLines = pgTable(
  'order_lines',
  {
    id: bigId(),
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    variantId: integer('variant_id')
      .notNull()
      .references(() => variants.id),
    cartLineId: bigRef('cart_line_id').references(() => cartLines.id, { onDelete: 'set null' }),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    sku: text('sku').notNull(),
    name: text('name').notNull(),
    priceCents: cents('price_cents').notNull(),
    qty: integer('qty').notNull(),
    totalCents: cents('total_cents').notNull(),
    /** Calculated with the GST rules of the sale date; 0 for gift cards. */
    gstCents: cents('gst_cents').notNull(),
    gstFree: boolean('gst_free').notNull().default(false),
    options: jsonb('options').$type<LineOption[]>().notNull(),
    detailsId: bigRef('details_id')
      .unique()
      .references(() => giftCardDetails.id),
    isGiftcard: boolean('is_giftcard').notNull(),
    /** Months of validity as sold; null for products and for cards that never expire. */
    cardValidityMonths: integer('card_validity_months'),
  },
  (t) => [
    check(
      'order_lines_card_validity',
      sql`${t.cardValidityMonths} is null or (${t.isGiftcard} and ${t.cardValidityMonths} >= 36)`,
    ),
    check('order_lines_sum', sql`${t.totalCents} = ${t.priceCents} * ${t.qty} and ${t.qty} > 0`),
    check(
      'order_lines_gst',
      sql`${t.gstCents} between 0 and ${t.totalCents} and (not ${t.isGiftcard} or ${t.gstCents} = 0)`,
    ),
    check('order_lines_card_has_details', sql`${t.isGiftcard} = (${t.detailsId} is not null)`),
    unique('order_lines_id_price').on(t.id, t.priceCents),
    check('order_lines_one_card_a_line', sql`not ${t.isGiftcard} or ${t.qty} = 1`),
    index('order_lines_order').on(t.orderId),
    index('order_lines_cart_line').on(t.cartLineId),
    index('order_lines_product').on(t.productId),
    index('order_lines_variant').on(t.variantId),
    index('order_lines_seller').on(t.sellerId),
  ],
);

export const orderSellers = pgTable(
  'order_sellers',
  {
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    goodsCents: cents('goods_cents').notNull(),
    shippingCents: cents('shipping_cents').notNull(),
    cardsCents: cents('cards_cents').notNull(),
    giftCardTenderCents: cents('gift_card_tender_cents').notNull().default(0),
    gstRegistered: boolean('gst_registered').notNull().default(true),
    gstCents: cents('gst_cents').notNull(),
    shippingGstCents: cents('shipping_gst_cents').notNull(),
    commissionBp: integer('commission_bp').notNull(),
    serviceFeeBp: integer('service_fee_bp').notNull(),
    commissionCents: cents('commission_cents').notNull(),
    serviceFeeCents: cents('service_fee_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.sellerId] }),
    check(
      'order_sellers_sold',
      sql`${t.goodsCents} >= 0 and ${t.shippingCents} >= 0 and ${t.cardsCents} >= 0 and ${t.goodsCents} + ${t.cardsCents} > 0`,
    ),
    check(
      'order_sellers_cards_buy_no_cards',
      sql`${t.giftCardTenderCents} between 0 and ${t.goodsCents} + ${t.shippingCents}`,
    ),
    check(
      'order_sellers_gst',
      sql`${t.gstCents} between 0 and ${t.goodsCents} and ${t.shippingGstCents} between 0 and ${t.shippingCents}`,
    ),
    check(
      'order_sellers_rates',
      sql`${t.commissionBp} between 0 and 10000 and ${t.serviceFeeBp} between 0 and 10000 and ${t.commissionCents} >= 0 and ${t.serviceFeeCents} >= 0`,
    ),
    index('order_sellers_seller').on(t.sellerId),
  ],
);
