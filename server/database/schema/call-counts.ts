import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

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
