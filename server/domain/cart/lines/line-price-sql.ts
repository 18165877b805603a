import { type SQL, sql } from 'drizzle-orm';

/** SQL form of linePriceCents(), for aliased `cart_lines` and `variants`. */
export function linePriceSql(line: SQL, variant: SQL): SQL {
  return sql`coalesce(${line}.amount_cents, ${variant}.price_cents)`;
}
