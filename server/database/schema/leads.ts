import { boolean, index, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Requests for a demonstration. `address` is the network address it came from and serves the limit only. */
export const leads = pgTable(
  'leads',
  {
    id: id(),
    firstName: varchar('first_name', { length: 40 }).notNull(),
    lastName: varchar('last_name', { length: 80 }).notNull(),
    company: varchar('company', { length: 40 }).notNull(),
    email: varchar('email', { length: 80 }).notNull(),
    phone: varchar('phone', { length: 40 }).notNull(),
    country: varchar('country', { length: 40 }).notNull(),
    optIn: boolean('opt_in').notNull(),
    retUrl: text('ret_url').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('leads_address').on(t.address, t.createdAt)],
);
