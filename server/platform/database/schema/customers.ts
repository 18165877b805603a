import { isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Device } from '#contract/shapes/device.ts';
import { PAYMENT_ACCOUNTS } from '#server/platform/kernel/payment-accounts.ts';
import { products } from './catalogue.ts';
import { bigId, id, instant, isOneOf, textEnum } from './columns.ts';

export const customers = pgTable(
  'customers',
  {
    id: id(),
    mobile: text('mobile').notNull().unique(),
    email: text('email').notNull(),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    countryCode: text('country_code').notNull().default('AU'),
    campaignId: text('campaign_id'),
    termsVersion: text('terms_version').notNull(),
    termsAcceptedAt: instant('terms_accepted_at').notNull(),
    defaultBillingId: integer('default_billing_id').references((): AnyPgColumn => addresses.id, {
      onDelete: 'set null',
    }),
    defaultShippingId: integer('default_shipping_id').references((): AnyPgColumn => addresses.id, {
      onDelete: 'set null',
    }),
    suspendedAt: instant('suspended_at'),
    erasedAt: instant('erased_at'),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    emailChangedAt: instant('email_changed_at'),
    /** False if the customer registered through a personal link and has not yet signed in with a code. */
    emailConfirmed: boolean('email_confirmed').notNull().default(true),
    lastnameChangedAt: instant('lastname_changed_at'),
    /**
     * Set when a customer signs in with a number that was idle for a long time, until they prove ownership
     * (docs/decisions/033).
     */
    unprovedSince: instant('unproved_since'),
    /**
     * The email address that can prove ownership, even if the account's email changes later; empty if no address can.
     */
    unprovedEmail: text('unproved_email'),
    /** Orders, addresses and cards older than this never belong to the current customer. */
    recordsFrom: instant('records_from'),
    /**
     * Set when a customer moved the account to a new number with email alone. Payment cards saved before then are
     * unusable.
     */
    cardsFrom: instant('cards_from'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('customers_unproved', sql`(${t.unprovedSince} is null) = (${t.unprovedEmail} is null)`),
    check('customers_mobile_e164', sql`${t.mobile} ~ '^\\+[1-9][0-9]{7,14}$'`),
    uniqueIndex('customers_email').on(sql`lower(${t.email})`),
    index('customers_unproved_email').on(sql`lower(${t.unprovedEmail})`).where(isNotNull(t.unprovedEmail)),
    index('customers_default_billing').on(t.defaultBillingId),
    index('customers_default_shipping').on(t.defaultShippingId),
  ],
);

/** Returns the time before which records may belong to the number's previous owner. */
export const ownershipStart = (customerId: SQLWrapper | number): SQL => sql`coalesce(
  (select greatest(c.records_from, c.unproved_since) from customers c where c.id = ${customerId}),
  '-infinity'::timestamptz)`;

/**
 * Returns the earliest time from which a customer may see messages to their number (or to `mobile`, up to `until`): 90
 * days before they took the number, or when another account left it, whichever is later (decision 033).
 */
export const numberOwnershipStart = (
  customerId: SQLWrapper | number,
  { mobile, until }: Record<'mobile' | 'until', SQL> = { mobile: sql`c.mobile`, until: sql`'infinity'::timestamptz` },
): SQL => sql`(
  select greatest(${ownershipStart(customerId)},
    max(m.created_at) filter (where m.old_mobile = ${mobile} and m.customer_id <> c.id and m.created_at < ${until}),
    coalesce(min(m.created_at) filter (where m.new_mobile = ${mobile} and not exists (select from mobile_changes before
      where before.customer_id = c.id and before.old_mobile = ${mobile} and before.created_at < m.created_at)),
      c.created_at) - interval '90 days')
  from customers c left join mobile_changes m
    on m.old_mobile = ${mobile} or (m.customer_id = c.id and m.new_mobile = ${mobile})
  where c.id = ${customerId} group by c.id)`;

/** The customer's id at a payment provider account; null after the provider deleted that customer. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    account: textEnum('account', PAYMENT_ACCOUNTS).notNull(),
    providerCustomerId: text('provider_customer_id'),
    formerProviderCustomerId: text('former_provider_customer_id'),
  },
  (t) => [
    isOneOf('payment_customers_account', t.account, PAYMENT_ACCOUNTS),
    primaryKey({ name: 'payment_customers_pk', columns: [t.customerId, t.account] }),
    unique('payment_customers_customer').on(t.account, t.providerCustomerId),
  ],
);

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    telephone: text('telephone').notNull(),
    street: text('street').array().notNull(),
    city: text('city').notNull(),
    regionId: integer('region_id').notNull(),
    postcode: text('postcode').notNull(),
    countryId: text('country_id').notNull(),
    /** The link session that added the address (see identifyWriter()); null if a verified session added it. */
    writtenBy: text('written_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('addresses_in_australia', sql`${t.countryId} = 'AU'`), index('addresses_customer').on(t.customerId)],
);

export const phoneVerifications = pgTable(
  'phone_verifications',
  {
    jti: text('jti').primaryKey(),
    mobile: text('mobile').notNull(),
    verifiedAt: instant('verified_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    registeredAt: instant('registered_at'),
    campaignId: text('campaign_id'),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    clientKey: text('client_key').notNull(),
    /** Hash of the device cookie: null without cookies, empty in rows from the previous release. */
    browser: text('browser').default(''),
  },
  (t) => [
    index('phone_verifications_mobile').on(t.mobile, t.expiresAt),
    index('phone_verifications_product').on(t.productId),
  ],
);

const MOBILE_PROOFS = ['code', 'email'] as const;

/** Changes of mobile numbers. Personal links sent to an old number are no longer valid. */
export const mobileChanges = pgTable(
  'mobile_changes',
  {
    id: bigId(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    oldMobile: text('old_mobile').notNull(),
    newMobile: text('new_mobile').notNull(),
    proof: textEnum('proof', MOBILE_PROOFS).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('mobile_changes_proof', t.proof, MOBILE_PROOFS),
    index('mobile_changes_customer').on(t.customerId),
    index('mobile_changes_old_mobile').on(t.oldMobile, t.createdAt),
  ],
);

/** Personal links, with the OS user who made them. Each allows at most five sign-ins. */
export const campaignLinks = pgTable(
  'campaign_links',
  {
    jti: text('jti').primaryKey(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().unique(),
    /** Empty in rows from the previous release. */
    mobile: text('mobile').notNull().default(''),
    campaignId: text('campaign_id'),
    productId: text('product_id'),
    madeBy: text('made_by').notNull().default(''),
    sent: boolean('sent').notNull().default(false),
    madeAt: instant('made_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull().default(sql`now() + interval '7 days'`),
    signIns: integer('sign_ins').notNull().default(0),
    revoked: boolean('revoked').notNull().default(false),
  },
  (t) => [
    check('campaign_links_five', sql`${t.signIns} between 0 and 5`),
    index('campaign_links_mobile').on(t.mobile, t.madeAt),
    index('campaign_links_expires_at').on(t.expiresAt),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The `jti` of the personal link that opened the session; null after sign-in by code or passkey. */
    link: text('link'),
    browser: text('browser'),
    byPasskey: boolean('by_passkey').notNull().default(false),
    passkeySince: instant('passkey_since'),
    device: text('device').$type<Device>(),
  },
  (t) => [index('sessions_customer').on(t.customerId), index('sessions_expires_at').on(t.expiresAt)],
);

export const usedHumanCheckTokens = pgTable('used_human_check_tokens', {
  token: text('token').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

export const leads = pgTable(
  'leads',
  {
    id: id(),
    firstName: varchar('first_name', { length: 40 }).notNull(),
    lastName: varchar('last_name', { length: 80 }).notNull(),
    company: varchar('company', { length: 40 }).notNull(),
    email: varchar('email', { length: 80 }).notNull(),
    phone: varchar('phone', { length: 40 }).notNull(),
    country: varchar('country', { length: 40 }).notNull(),
    optIn: boolean('opt_in').notNull(),
    retUrl: text('ret_url').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('leads_address').on(t.address, t.createdAt), index('leads_created_at').on(t.createdAt)],
);

/** Browsers that confirmed a code for a number, and how many wrong codes they entered since (docs/decisions/049). */
export const knownDevices = pgTable(
  'known_devices',
  {
    mobile: text('mobile').notNull(),
    browser: text('browser').notNull(),
    provedAt: instant('proved_at').notNull(),
    failures: integer('failures').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'known_devices_pk', columns: [t.mobile, t.browser] }),
    index('known_devices_proved_at').on(t.provedAt),
  ],
);

export const customerDevices = pgTable(
  'customer_devices',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    browser: text('browser').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'customer_devices_pk', columns: [t.customerId, t.browser] }),
    index('customer_devices_last_at').on(t.lastAt),
  ],
);

/** Consecutive wrong codes from unknown devices, per recipient. */
export const guessedRecipients = pgTable('guessed_mobiles', {
  recipient: text('mobile').primaryKey(),
  failures: integer('failures').notNull(),
  failedAt: instant('failed_at').notNull(),
  pausedUntil: instant('paused_until'),
});
