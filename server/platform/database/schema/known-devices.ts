import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

/** Browsers that confirmed a code for a number, and how many wrong codes they entered since (docs/decisions/049). */
export const knownDevices = pgTable(
  'known_devices',
  {
    mobile: text('mobile').notNull(),
    browser: text('browser').notNull(),
    provedAt: instant('proved_at').notNull(),
    failures: integer('failures').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'known_devices_pk', columns: [t.mobile, t.browser] }),
    index('known_devices_proved_at').on(t.provedAt),
  ],
);

export const customerDevices = pgTable(
  'customer_devices',
  {
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    browser: text('browser').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'customer_devices_pk', columns: [t.customerId, t.browser] }),
    index('customer_devices_last_at').on(t.lastAt),
  ],
);

/** Consecutive wrong codes from unknown devices, per recipient. */
export const guessedRecipients = pgTable('guessed_mobiles', {
  recipient: text('mobile').primaryKey(),
  failures: integer('failures').notNull(),
  failedAt: instant('failed_at').notNull(),
  pausedUntil: instant('paused_until'),
});
