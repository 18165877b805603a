import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

/** How many calls a sender made under a limit (docs/decisions/020), in the columns rate-limiter-flexible wants. */
export const callCounts = pgTable(
  'call_counts',
  {
    /** The limit's name and a keyed hash of clientKeyOf(). */
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** The end of the window, in the machine's time. */
    expire: instant('expire').notNull(),
  },
  (t) => [index('call_counts_expire').on(t.expire)],
);

/** What a call with an Idempotency-Key answered, for those who send it again; kept for a day (docs/decisions/025). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is; null for a call without a bearer. */
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the call and its input. */
    fingerprint: text('fingerprint').notNull(),
    /** JSON text; null only inside the transaction that does the work. */
    answer: text('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('idempotency_keys_once').on(t.customerId, t.key).nullsNotDistinct(),
    index('idempotency_keys_created_at').on(t.createdAt),
  ],
);
