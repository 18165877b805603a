import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const members = pgTable(
  'members',
  {
    id: serial('id').primaryKey(),
    /** E.164. */
    mobile: text('mobile').notNull().unique(),
    email: text('email').notNull(),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    countryCode: text('country_code').notNull().default('AU'),
    campaignId: text('campaign_id'),
    termsVersion: text('terms_version').notNull(),
    termsAcceptedAt: instant('terms_accepted_at').notNull(),
    defaultBillingId: integer('default_billing_id'),
    defaultShippingId: integer('default_shipping_id'),
    suspendedAt: instant('suspended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('members_mobile_e164', sql`${t.mobile} ~ '^\\+[1-9][0-9]{7,14}$'`),
    uniqueIndex('members_email').on(sql`lower(${t.email})`),
  ],
);

/** The name an account of the payment provider has for a member; null once that account no longer knows it. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** 'sandbox', 'stripe-test', 'stripe-live'; 'stripe': of which mode has not been asked yet */
    account: text('account').notNull(),
    customerId: text('customer_id'),
    formerId: text('former_id'),
  },
  (t) => [
    primaryKey({ name: 'payment_customers_pk', columns: [t.memberId, t.account] }),
    unique('payment_customers_customer').on(t.account, t.customerId),
  ],
);

export const addresses = pgTable(
  'addresses',
  {
    id: serial('id').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    telephone: text('telephone').notNull(),
    street: text('street').array().notNull(),
    city: text('city').notNull(),
    regionId: integer('region_id').notNull(),
    postcode: text('postcode').notNull(),
    countryId: text('country_id').notNull(),
  },
  (t) => [check('addresses_in_australia', sql`${t.countryId} = 'AU'`), index('addresses_member').on(t.memberId)],
);

/** One row a send: the code itself (hashed) and the trace that the limits count. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: serial('id').primaryKey(),
    mobile: text('mobile').notNull(),
    codeHash: text('code_hash').notNull(),
    address: text('address').notNull(),
    prefix: text('prefix').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Used up, guessed out or replaced by a newer one. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    check('sign_in_codes_tries', sql`${t.tries} between 0 and 5`),
    index('sign_in_codes_mobile').on(t.mobile, t.sentAt),
    index('sign_in_codes_address').on(t.address, t.sentAt),
    index('sign_in_codes_prefix').on(t.prefix, t.sentAt),
    index('sign_in_codes_sent').on(t.sentAt),
  ],
);

/** 'This mobile was proved': by a code or a campaign link; admits one createAccount (decisions, jwt). */
export const mobileProofs = pgTable(
  'mobile_proofs',
  {
    jti: text('jti').primaryKey(),
    mobile: text('mobile').notNull(),
    provedAt: instant('proved_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    registeredAt: instant('registered_at'),
    campaignId: text('campaign_id'),
    productId: text('product_id'),
    /** senderOf() of who proved it; null for proofs made before this was kept. */
    sender: text('sender'),
  },
  (t) => [index('mobile_proofs_mobile').on(t.mobile, t.expiresAt)],
);

/** Sign-ins by campaign link: at most five each. */
export const campaignLinks = pgTable(
  'campaign_links',
  {
    jti: text('jti').primaryKey(),
    signIns: integer('sign_ins').notNull().default(0),
    revoked: boolean('revoked').notNull().default(false),
  },
  (t) => [check('campaign_links_five', sql`${t.signIns} between 0 and 5`)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the bearer; the bearer itself is kept nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('sessions_member').on(t.memberId)],
);

/** Human-check answers already used: a proof of work counts once. */
export const spentTokens = pgTable('spent_tokens', {
  token: text('token').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
