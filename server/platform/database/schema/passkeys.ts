import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { passkeyDevices } from '#contract/shapes/device.ts';
import { bigId, bytes, instant, isOneOf, textEnum } from './columns.ts';
import { customers } from './customers.ts';

export const passkeys = pgTable(
  'passkeys',
  {
    id: bigId(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** The signature counter; stays 0 if the authenticator has none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    device: textEnum('device', passkeyDevices).notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    isOneOf('passkeys_device', t.device, passkeyDevices),
    check('passkeys_counter', sql`${t.counter} between 0 and 4294967295`),
    index('passkeys_customer').on(t.customerId),
  ],
);

export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    browser: text('browser'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_customer').on(t.customerId),
    index('passkey_challenges_expires_at').on(t.expiresAt),
  ],
);
