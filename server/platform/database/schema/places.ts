import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** `state` is the state's code, `postcode` has four digits, and `rank` 1 is the best-known locality. */
export const localities = pgTable(
  'localities',
  {
    name: text('name').notNull(),
    state: text('state').notNull(),
    postcode: text('postcode').notNull(),
    rank: integer('rank').notNull(),
  },
  (t) => [
    primaryKey({ name: 'localities_key', columns: [t.name, t.state, t.postcode] }),
    check('localities_postcode', sql`${t.postcode} ~ '^[0-9]{4}$'`),
  ],
);

export const localityList = pgTable(
  'locality_list',
  {
    id: integer('id').primaryKey().default(1),
    attribution: text('attribution').notNull(),
    loadedAt: instant('loaded_at').notNull(),
  },
  (t) => [check('locality_list_one', sql`${t.id} = 1`)],
);
