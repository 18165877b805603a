import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, cents, foldedText, id, instant, isOneOf, ownSku, textEnum, wordInByteOrder } from './columns.ts';

export const PRODUCT_TYPES = ['simple', 'configurable'] as const;
export const ATTRIBUTE_CODES = ['color', 'size', 'gift_card_price'] as const;

/** Original pictures are never served: /media renders each size and format. */
export const pictures = pgTable('pictures', {
  id: text('id').primaryKey(),
  mime: text('mime').notNull(),
  source: bytes('source').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  ground: text('ground').notNull(),
  version: text('version').notNull(),
});

export const sellers = pgTable(
  'sellers',
  {
    id: id(),
    name: text('name').notNull(),
    shopUrl: text('shop_url').notNull().unique(),
    description: text('description').notNull(),
    popupDescription: text('popup_description').notNull(),
    logo: text('logo')
      .notNull()
      .references(() => pictures.id),
    image: text('image')
      .notNull()
      .references(() => pictures.id),
    suppliedByImage: text('supplied_by_image')
      .notNull()
      .references(() => pictures.id),
    flatShippingCents: cents('flat_shipping_cents').notNull(),
    freeShippingOverCents: cents('free_shipping_over_cents'),
    gstRegistered: boolean('gst_registered').notNull().default(true),
    /** Sender name of gift card texts; null to use the shop's name. */
    senderId: text('sender_id'),
    contactPhone: text('contact_phone'),
    contactEmail: text('contact_email'),
    contactSite: text('contact_site'),
    contactAddress: text('contact_address'),
    contactHours: text('contact_hours'),
    searchName: foldedText('search_name', 'name'),
  },
  (t) => [
    index('sellers_logo').on(t.logo),
    index('sellers_image').on(t.image),
    index('sellers_supplied_by_image').on(t.suppliedByImage),
    check('sellers_shipping_not_negative', sql`${t.flatShippingCents} >= 0`),
    check('sellers_contact_phone', sql`${t.contactPhone} ~ '^\\+?[0-9][0-9 ]{2,19}$'`),
    check('sellers_contact_site', sql`${t.contactSite} ~ '^https://'`),
    check('sellers_sender_id', sql`${t.senderId} ~ '^[A-Za-z0-9]{3,11}$' and ${t.senderId} ~ '[A-Za-z]'`),
  ],
);

export const categories = pgTable(
  'categories',
  {
    entityId: integer('entity_id').primaryKey(),
    parentId: integer('parent_id').references((): AnyPgColumn => categories.entityId),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    level: integer('level').notNull(),
    searchName: foldedText('search_name', 'name'),
  },
  (t) => [check('categories_three_levels', sql`${t.level} between 1 and 3`), index('categories_parent').on(t.parentId)],
);

export const optionValues = pgTable(
  'option_values',
  {
    attributeId: integer('attribute_id').notNull(),
    attributeCode: textEnum('attribute_code', ATTRIBUTE_CODES).notNull(),
    valueIndex: integer('value_index').primaryKey(),
    title: text('title').notNull(),
    /** Name of an imported option that replaces the size; null otherwise. */
    label: text('label'),
    position: integer('position').notNull(),
    searchName: foldedText('search_name', 'title'),
  },
  (t) => [
    unique('option_values_of_attribute').on(t.valueIndex, t.attributeCode),
    isOneOf('option_values_attribute_code', t.attributeCode, ATTRIBUTE_CODES),
    check(
      'option_values_attribute',
      sql`(${t.attributeId}, ${t.attributeCode}) in ((93, 'color'), (141, 'size'), (216, 'gift_card_price'))`,
    ),
  ],
);

/** 'link': reachable only by its URL. 'off': not sold. */
export const VISIBILITIES = ['everywhere', 'lists', 'search', 'link', 'off'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export type Tab1 = { title: string; rows: { image: string; text: string }[] };
export type Tab3 = { question: string; answer: string }[];

const isListed = sql`lowest_cents is not null and visibility in ('everywhere', 'lists')`;

export const products = pgTable(
  'products',
  {
    id: id(),
    sku: text('sku').notNull().unique(),
    ownSku: ownSku(),
    /** Shopify's handle; null if it equals ownSku. */
    handle: text('handle'),
    name: text('name').notNull(),
    shortDesc: text('short_desc').notNull(),
    description: text('description').notNull(),
    typeId: textEnum('type_id', PRODUCT_TYPES).notNull(),
    isGiftcard: boolean('is_giftcard').notNull(),
    /** False for gift cards, because selling one is not yet a taxable supply. */
    gstFree: boolean('gst_free').notNull().default(false),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    tab1: jsonb('tab1').$type<Tab1>(),
    tab2: text('tab2').references(() => pictures.id),
    tab3: jsonb('tab3').$type<Tab3>(),
    visibility: textEnum('visibility', VISIBILITIES).notNull().default('everywhere'),
    cardHasPin: boolean('card_has_pin').notNull().default(false),
    cardValidityMonths: integer('card_validity_months').notNull().default(36),
    createdAt: instant('created_at').notNull(),
    searchName: foldedText('search_name', 'name'),
    searchWords: foldedText('search_words', 'short_desc'),
    /** Price of the cheapest variant, set by triggers; null without variants. */
    lowestCents: cents('lowest_cents'),
  },
  (t) => [
    isOneOf('products_type', t.typeId, PRODUCT_TYPES),
    isOneOf('products_visibility', t.visibility, VISIBILITIES),
    check('products_giftcard_configurable', sql`not ${t.isGiftcard} or ${t.typeId} = 'configurable'`),
    check('products_card_three_years', sql`${t.cardValidityMonths} >= 36`),
    index('products_newest').on(t.isGiftcard, t.createdAt, t.id).where(isListed),
    index('products_leading')
      .on(t.isGiftcard, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(isListed),
    index('products_created').on(t.createdAt, t.id).where(sql`lowest_cents is not null`),
    index('products_price').on(t.lowestCents, t.id).where(sql`lowest_cents is not null`),
    index('products_name').on(sql`(left(search_name, 100)) collate "C"`, t.id).where(sql`lowest_cents is not null`),
    index('products_of_seller').on(t.sellerId, t.createdAt, t.id),
    index('products_tab2').on(t.tab2),
  ],
);

/** Each search word with its number of uses, maintained by triggers. */
export const searchVocabulary = pgTable('search_vocabulary', {
  word: wordInByteOrder('word').primaryKey(),
  uses: integer('uses').notNull(),
});

/** Products by word, newest first, maintained by triggers. */
export const productWords = pgTable(
  'product_words',
  {
    word: wordInByteOrder('word').notNull(),
    inName: boolean('in_name').notNull(),
    createdAt: instant('created_at').notNull(),
    productId: integer('product_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.word, t.inName, t.createdAt, t.productId] })],
);

export const productPictures = pgTable(
  'product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id),
  },
  (t) => [primaryKey({ columns: [t.productId, t.position] }), index('product_pictures_picture').on(t.pictureId)],
);

export const productCategories = pgTable(
  'product_categories',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.entityId),
    /** Copied from the product by a trigger. */
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.categoryId] }),
    index('product_categories_newest').on(t.categoryId, t.createdAt, t.productId),
  ],
);

const attributeColumn = (code: (typeof ATTRIBUTE_CODES)[number]) =>
  text(`${code}_attribute`)
    .notNull()
    .generatedAlwaysAs(sql.raw(`'${code}'::text`));

const referenceOptionValue = (name: string, value: AnyPgColumn, attribute: AnyPgColumn) =>
  foreignKey({
    name,
    columns: [value, attribute],
    foreignColumns: [optionValues.valueIndex, optionValues.attributeCode],
  });

export const variants = pgTable(
  'variants',
  {
    id: id(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    sku: text('sku').notNull().unique(),
    ownSku: ownSku(),
    /** The minimum if the customer chooses the amount. */
    priceCents: cents('price_cents').notNull(),
    /** The maximum, a multiple of 100 cents; null for a fixed price. */
    maxPriceCents: cents('max_price_cents'),
    qty: integer('qty').notNull(),
    /** Stock to restore when the seller switches the variant on again. */
    offQty: integer('off_qty'),
    color: integer('color'),
    size: integer('size'),
    giftCardPrice: integer('gift_card_price'),
    pictureId: text('picture_id').references(() => pictures.id),
    colorAttribute: attributeColumn('color'),
    sizeAttribute: attributeColumn('size'),
    giftCardPriceAttribute: attributeColumn('gift_card_price'),
  },
  (t) => [
    check('variants_stock_never_below_zero', sql`${t.qty} >= 0`),
    check('variants_price_positive', sql`${t.priceCents} > 0`),
    check(
      'variants_open_price',
      sql`${t.maxPriceCents} is null or (${t.giftCardPrice} is not null and ${t.maxPriceCents} >= ${t.priceCents} and ${t.priceCents} % 100 = 0 and ${t.maxPriceCents} % 100 = 0)`,
    ),
    uniqueIndex('variants_one_open_price').on(t.productId).where(sql`max_price_cents is not null`),
    unique('variants_one_per_choice').on(t.productId, t.color, t.size, t.giftCardPrice).nullsNotDistinct(),
    referenceOptionValue('variants_color_value', t.color, t.colorAttribute),
    referenceOptionValue('variants_size_value', t.size, t.sizeAttribute),
    referenceOptionValue('variants_gift_card_price_value', t.giftCardPrice, t.giftCardPriceAttribute),
    index('variants_color').on(t.color, t.colorAttribute),
    index('variants_size').on(t.size, t.sizeAttribute),
    index('variants_gift_card_price').on(t.giftCardPrice, t.giftCardPriceAttribute),
    index('variants_picture').on(t.pictureId),
  ],
);
