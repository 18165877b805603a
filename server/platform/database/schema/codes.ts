import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigId, instant, isOneOf, oneOf } from './columns.ts';
import { customers } from './customers.ts';

export const CODE_CHANNELS = ['sms', 'email'] as const;

/** One row a code: the code itself (hashed) and the trace that the limits count. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: bigId(),
    channel: oneOf('channel', CODE_CHANNELS).notNull().default('sms'),
    /** E.164, or an address in small letters. */
    recipient: text('mobile').notNull(),
    codeHash: text('code_hash').notNull(),
    /** clientKeyOf() of who asked for it. */
    clientKey: text('client_key').notNull(),
    /** Of a number, less its last four digits; empty of a mailbox. */
    prefix: text('prefix').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    mostTries: integer('most_tries').notNull().default(5),
    /** Used up, guessed out or replaced by a newer one. */
    closedAt: instant('closed_at'),
    confirmedAt: instant('confirmed_at'),
    /** codeHolder() of a signed-in call; else the hash of the browser's cookie, null of a client that keeps none. */
    browser: text('browser'),
    /** Whether that was a known device of the account then. */
    knownDevice: boolean('known_device').notNull().default(false),
    /** networkOf() of who asked for it. */
    networkKey: text('network_key'),
    /** allocationOf() of who asked for it. */
    allocationKey: text('allocation_key'),
    /** False: no account has the mailbox, or the number from abroad, so nothing went out and nothing was paid for. */
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

/** Codes by mail of the release before. This one only deletes them; the table goes with the next release. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: bigId(),
    /** In small letters. */
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
