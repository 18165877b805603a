import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What a call with an Idempotency-Key answered, for those who send it again; kept for a day (docs/decisions/025). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: 'member:12', or 'public' for a call without a bearer. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the call and what it was given. */
    fingerprint: text('fingerprint').notNull(),
    /** JSON text; null only inside the transaction that does the work. */
    answer: text('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_created_at').on(t.createdAt)],
);
