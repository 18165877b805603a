import { type SQL, sql } from 'drizzle-orm';

/** Keep in step with line-price.ts. */
export function linePriceSql(line: SQL, variant: SQL): SQL {
  return sql`coalesce(${line}.amount_cents, ${variant}.price_cents)`;
}
