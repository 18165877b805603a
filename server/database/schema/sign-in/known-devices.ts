import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** Browsers in which a code to this mobile was confirmed, and the wrong ones since (docs/decisions/049). */
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

/** Mobiles whose codes strangers have guessed wrong, and how often in a row. */
export const guessedMobiles = pgTable('guessed_mobiles', {
  mobile: text('mobile').primaryKey(),
  failures: integer('failures').notNull(),
  failedAt: instant('failed_at').notNull(),
  pausedUntil: instant('paused_until'),
});
