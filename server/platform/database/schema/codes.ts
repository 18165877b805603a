import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigId, instant, isOneOf, textEnum } from './columns.ts';
import { customers } from './customers.ts';

export const CODE_CHANNELS = ['sms', 'email'] as const;

export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: bigId(),
    channel: textEnum('channel', CODE_CHANNELS).notNull().default('sms'),
    /** E.164 number or lower-case email address. */
    recipient: text('mobile').notNull(),
    codeHash: text('code_hash').notNull(),
    clientKey: text('client_key').notNull(),
    /** The phone number without its last four digits; empty for email. */
    prefix: text('prefix').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    mostTries: integer('most_tries').notNull().default(5),
    /** When the code was used, was replaced or had too many wrong guesses. */
    closedAt: instant('closed_at'),
    confirmedAt: instant('confirmed_at'),
    /** identifyCodeHolder() of a signed-in call, otherwise the device cookie's hash; null without cookies. */
    browser: text('browser'),
    knownDevice: boolean('known_device').notNull().default(false),
    networkKey: text('network_key'),
    allocationKey: text('allocation_key'),
    /** False if nothing was sent, because no account has the email address or foreign number. */
    isSent: boolean('sent').notNull().default(true),
  },
  (t) => [
    isOneOf('sign_in_codes_channel', t.channel, CODE_CHANNELS),
    check('sign_in_codes_tries', sql`${t.tries} between 0 and 5`),
    index('sign_in_codes_network_key').on(t.networkKey, t.sentAt),
    index('sign_in_codes_known_device').on(t.knownDevice, t.sentAt),
    index('sign_in_codes_mobile').on(t.recipient, t.sentAt),
    index('sign_in_codes_client_key').on(t.clientKey, t.sentAt),
    index('sign_in_codes_prefix').on(t.prefix, t.sentAt),
    index('sign_in_codes_sent').on(t.sentAt),
  ],
);

/** Email codes of the previous release. This release only deletes rows; the next one drops the table. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: bigId(),
    email: text('email').notNull(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    clientKey: text('client_key').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    closedAt: instant('closed_at'),
  },
  (t) => [
    check('email_codes_tries', sql`${t.tries} between 0 and 5`),
    index('email_codes_email').on(t.email, t.sentAt),
    index('email_codes_client_key').on(t.clientKey, t.sentAt),
    index('email_codes_sent').on(t.sentAt),
    index('email_codes_customer').on(t.customerId),
  ],
);
