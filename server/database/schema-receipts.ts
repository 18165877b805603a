import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { orders } from './schema-orders.ts';

/** A receipt by mail: queued -> claimed -> sent, failed (the server will not have it) or unknown (it may have arrived). */
export const receipts = pgTable(
  'receipts',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    state: text('state').notNull(),
    error: text('error'),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [check('receipts_state', sql`${t.state} in ('queued', 'claimed', 'sent', 'failed', 'unknown')`)],
);
