import { type SQL, sql } from 'drizzle-orm';

/** linePriceCents() in SQL, of the rows of `cart_lines` and `variants` behind the aliases. */
export function linePriceSql(line: SQL, variant: SQL): SQL {
  return sql`coalesce(${line}.amount_cents, ${variant}.price_cents)`;
}
