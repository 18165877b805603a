import { z } from 'zod';
import type { SqlRunner } from '../../database/database.ts';
import { rows } from '../../database/rows.ts';

const counted = z.object({ products: z.int(), newProducts: z.int(), variants: z.int(), newVariants: z.int() });
export type PlannedCounts = z.output<typeof counted>;

/** What is left of a file after all checks. */
export async function plannedCounts(run: SqlRunner, file: number): Promise<PlannedCounts> {
  const sql = `select count(distinct p.id)::int as products, count(distinct p.id) filter (where p.product_id is null)::int as "newProducts",
      count(v.id)::int as variants, count(v.id) filter (where known.id is null)::int as "newVariants"
    from import_products p left join import_variants v on v.product_sku = p.sku left join variants known on known.sku = v.sku
    where p.file = $1`;
  const [counts] = await rows(run, counted, { sql, params: [file] });
  return counts ?? { products: 0, newProducts: 0, variants: 0, newVariants: 0 };
}
