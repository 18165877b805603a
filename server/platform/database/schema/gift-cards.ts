import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { cardStates, messageProblems } from '#contract/gift-cards.ts';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { THANKS_LIMIT } from '#contract/rules/limits.ts';
import { products, sellers } from './catalogue.ts';
import { bigId, bigRef, bytes, CURRENCIES, cents, currency, instant, isOneOf, textEnum } from './columns.ts';
import { customers } from './customers.ts';
import { giftCardDetails, orderLines } from './orders.ts';
import { deliveryStates } from './states/delivery.ts';

/** Legal exemptions that allow a card to expire within three years. */
const EXPIRY_EXEMPTIONS = [
  'promotional',
  'limited event',
  'genuine discount',
  'employee reward',
  'loyalty',
  'second-hand',
  'charity',
] as const;
const VOUCHERS = ['face value', 'specific supply'] as const;
const CHANGE_KINDS = ['resend', 'correct'] as const;

/** Texts encrypted before `CARD_KEYS` existed do not name their key, so they count as 'session'. */
export const sealingKey = sql`(case when strpos(sealed, '.') > 0 then split_part(sealed, '.', 1) else 'session' end)`;

/**
 * One row per paid card line. Code, PIN and link secret are encrypted and looked up by hash. Validity, terms and kind
 * are fixed at sale.
 */
export const giftCards = pgTable(
  'gift_cards',
  {
    id: bigId(),
    orderLineId: bigRef('order_line_id')
      .notNull()
      .unique()
      .references(() => orderLines.id),
    detailsId: bigRef('details_id')
      .notNull()
      .unique()
      .references(() => giftCardDetails.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    publicId: text('public_id').notNull().unique(),
    codeHash: text('code_hash').notNull().unique(),
    linkHash: text('link_hash').notNull().unique(),
    sealed: text('sealed').notNull(),
    /** Unused, because the encrypted text names its key. Older releases still write this column. */
    keyId: smallint('key_id').notNull().default(1),
    codeLast4: text('code_last4').notNull(),
    valueCents: cents('value_cents').notNull(),
    currency: currency().notNull(),
    suppliedAt: instant('supplied_at').notNull(),
    /** Months of validity from delivery; null if the card never expires. */
    validityMonths: integer('validity_months'),
    expiresAt: instant('expires_at'),
    expiryExemption: textEnum('expiry_exemption', EXPIRY_EXEMPTIONS),
    termsVersion: text('terms_version').notNull(),
    voucher: textEnum('voucher', VOUCHERS).notNull().default('face value'),
    deliveryState: textEnum('delivery_state', deliveryStates.states).notNull(),
    sendAt: instant('send_at').notNull(),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    openedAt: instant('opened_at'),
    deliveryError: text('delivery_error'),
    problem: textEnum('problem', messageProblems),
    /** Starts at 1, and increases when the card is resent or its number is corrected after delivery began. */
    deliveryAttempt: integer('delivery_attempt').notNull().default(1),
    tellDelivered: boolean('tell_delivered').notNull().default(false),
  },
  (t) => [
    isOneOf('gift_cards_delivery_state', t.deliveryState, deliveryStates.states),
    isOneOf('gift_cards_problem', t.problem, messageProblems),
    isOneOf('gift_cards_currency', t.currency, CURRENCIES),
    index('gift_cards_product').on(t.productId),
    index('gift_cards_seller').on(t.sellerId),
    index('gift_cards_sealing_key').on(sealingKey),
    index('gift_cards_queued').on(t.sendAt).where(sql`delivery_state = 'queued'`),
    isOneOf('gift_cards_expiry_exemption', t.expiryExemption, EXPIRY_EXEMPTIONS),
    isOneOf('gift_cards_voucher', t.voucher, VOUCHERS),
    check('gift_cards_code_last4', sql`length(${t.codeLast4}) = 4`),
    check(
      'gift_cards_expiry',
      sql`${t.expiryExemption} is not null or (${t.validityMonths} is null) = (${t.expiresAt} is null)`,
    ),
    check(
      'gift_cards_three_years',
      sql`${t.expiryExemption} is not null
        or coalesce(${t.validityMonths} >= 36 and ${t.expiresAt} >= ${t.suppliedAt} + interval '3 years', true)`,
    ),
    unique('gift_cards_id_seller').on(t.id, t.sellerId),
    unique('gift_cards_id_value').on(t.id, t.valueCents),
    check('gift_cards_value', sql`${t.valueCents} > 0`),
    foreignKey({
      name: 'gift_cards_worth_what_was_paid',
      columns: [t.orderLineId, t.valueCents],
      foreignColumns: [orderLines.id, orderLines.priceCents],
    }),
  ],
);

/** Append-only, enforced by a trigger; only the mobile numbers can be purged. */
export const giftCardChanges = pgTable(
  'gift_card_changes',
  {
    id: bigId(),
    giftCardId: bigRef('gift_card_id')
      .notNull()
      .references(() => giftCards.id),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    kind: textEnum('kind', CHANGE_KINDS).notNull(),
    deliveryAttempt: integer('delivery_attempt').notNull(),
    /** False if the number was corrected before the delivery attempt began. */
    startsAttempt: boolean('starts_attempt').notNull(),
    oldState: textEnum('old_state', cardStates).notNull(),
    oldMobile: text('old_mobile').notNull(),
    newMobile: text('new_mobile').notNull(),
    oldLinkHash: text('old_link_hash').unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('gift_card_changes_kind', t.kind, CHANGE_KINDS),
    isOneOf('gift_card_changes_old_state', t.oldState, cardStates),
    index('gift_card_changes_card').on(t.giftCardId, t.createdAt),
    index('gift_card_changes_customer').on(t.customerId, t.createdAt),
    index('gift_card_changes_numbers').on(t.createdAt).where(sql`old_mobile <> '' or new_mobile <> ''`),
  ],
);

/** True if all value of the card was voided. The enclosing statement must not alias `gift_cards`. */
export const isVoid: SQL<boolean> = sql`coalesce((select a.status = 'void'
  from gift_card_accounts a where a.gift_card_id = gift_cards.id), false)`.mapWith(z.boolean().parse);

/** True if the number was corrected after delivery began. The enclosing statement must not alias `gift_cards`. */
export const isCorrected: SQL<boolean> = sql`exists (select 1 from gift_card_changes c
  where c.gift_card_id = gift_cards.id and c.kind = 'correct' and c.starts_attempt)`.mapWith(z.boolean().parse);

export const giftCardThanks = pgTable(
  'gift_card_thanks',
  {
    giftCardId: bigRef('gift_card_id')
      .primaryKey()
      .references(() => giftCards.id),
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('gift_card_thanks_message', sql`length(${t.message}) between 1 and ${sql.raw(String(THANKS_LIMIT))}`)],
);

export const composedPictures = pgTable(
  'composed_pictures',
  {
    key: text('key').primaryKey(),
    jpeg: bytes('jpeg').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [check('composed_pictures_240_kb', sql`octet_length(${t.jpeg}) <= 240000`)],
);

/** Each message's image has an unguessable name, by which carriers fetch it. */
export const messagePictures = pgTable(
  'message_pictures',
  {
    name: text('name').primaryKey(),
    giftCardId: bigRef('gift_card_id')
      .notNull()
      .unique()
      .references(() => giftCards.id),
    pictureKey: text('picture_key')
      .notNull()
      .references(() => composedPictures.key),
    createdAt: instant('created_at').notNull(),
    words: jsonb('words').$type<PictureWords>(),
  },
  (t) => [index('message_pictures_picture_key').on(t.pictureKey)],
);

/** Check values that detect a changed secret without revealing it. */
export const keyChecks = pgTable('key_checks', {
  keyId: text('key_id').primaryKey(),
  checkValue: text('check_value').notNull(),
  createdAt: instant('created_at').notNull(),
});
