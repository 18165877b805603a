import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { orders } from './schema-orders.ts';

/**
 * What somebody is told about an order: queued -> claimed -> sent, failed (the carrier will not have it), unknown (it may have arrived) or
 * not needed (it was decided before the notice went out).
 */
export const orderNotices = pgTable(
  'order_notices',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').notNull(),
    state: text('state').notNull(),
    error: text('error'),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind] }),
    check('order_notices_kind', sql`${t.kind} in ('held-text', 'held-mail', 'refused-text')`),
    check('order_notices_state', sql`${t.state} in ('queued', 'claimed', 'sent', 'failed', 'unknown', 'not needed')`),
  ],
);
