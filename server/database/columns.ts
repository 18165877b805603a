import { sql } from 'drizzle-orm';
import { integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Every time in the database is an instant with zone; drivers give it back as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Integer cents of Australian dollars. */
export const cents = (name: string) => integer(name);

/** Another text column as search compares it; the database keeps it up to date. */
export const folded = (name: string, from: string) =>
  text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`search_fold("${from}")`));
