import { integer, timestamp } from 'drizzle-orm/pg-core';

/** Every time in the database is an instant with zone; drivers give it back as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Integer cents of Australian dollars. */
export const cents = (name: string) => integer(name);
