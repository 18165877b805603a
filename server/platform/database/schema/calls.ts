import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { COUNTER_SCOPES, KEY_SCOPES, type KeyScope } from '#contract/sellers/scopes.ts';
import { sellers } from './catalogue.ts';
import { bigId, bigRef, instant, isOneOf, isPartOf, textEnum } from './columns.ts';
import { customers } from './customers.ts';

/** Counts calls per sender and limit (docs/decisions/020). rate-limiter-flexible requires these columns. */
export const callCounts = pgTable(
  'call_counts',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: instant('expire').notNull(),
  },
  (t) => [index('call_counts_expire').on(t.expire)],
);

export const COUNTER_KEY_KINDS = ['api', 'till'] as const;

/** Credentials of tills and till software. Bearer tokens are stored only as hashes. */
export const counterKeys = pgTable(
  'counter_keys',
  {
    id: bigId(),
    sellerId: integer('seller_id')
      .notNull()
      .references(() => sellers.id),
    kind: textEnum('kind', COUNTER_KEY_KINDS).notNull(),
    name: text('name').notNull().default(''),
    /** Null until the till has linked its device. */
    keyHash: text('key_hash').unique(),
    keyLast4: text('key_last4'),
    /** Hash of the link code that enrols one device; null once it is used. */
    linkHash: text('link_hash').unique(),
    linkExpiresAt: instant('link_expires_at'),
    scopes: text('scopes')
      .array()
      .$type<KeyScope[]>()
      .notNull()
      .default([...COUNTER_SCOPES]),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    isOneOf('counter_keys_kind', t.kind, COUNTER_KEY_KINDS),
    check('counter_keys_scopes', isPartOf(t.scopes, KEY_SCOPES)),
    check('counter_keys_key_last4', sql`length(${t.keyLast4}) = 4`),
    check(
      'counter_keys_key_or_link',
      sql`num_nulls(${t.keyHash}, ${t.keyLast4}) = case when ${t.linkHash} is null then 0 else 2 end and (${t.linkHash} is null) = (${t.linkExpiresAt} is null) and (${t.linkHash} is null or ${t.kind} = 'till')`,
    ),
    index('counter_keys_seller').on(t.sellerId),
  ],
);

/** Stored for a day, so that a retry gets the first response (docs/decisions/025). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: bigId(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    counterKeyId: bigRef('counter_key_id').references(() => counterKeys.id),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Response as JSON text; null only inside the transaction that does the work. */
    answer: text('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('idempotency_keys_once').on(t.customerId, t.counterKeyId, t.key).nullsNotDistinct(),
    index('idempotency_keys_counter_key').on(t.counterKeyId),
    index('idempotency_keys_created_at').on(t.createdAt),
  ],
);
