import { z } from 'zod';
import type { SqlConnection } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { transactChunks } from './chunks-store.ts';

const counted = z.object({ products: z.int(), newProducts: z.int(), variants: z.int(), newVariants: z.int() });
export type PlannedCounts = z.output<typeof counted>;

export async function countPlanned(run: SqlConnection, file: number): Promise<PlannedCounts> {
  const sql = `select count(distinct p.id)::int as products, count(distinct p.id) filter (where p.product_id is null)::int as "newProducts",
      count(v.id)::int as variants, count(v.id) filter (where known.id is null)::int as "newVariants"
    from import_products p left join import_variants v on v.product_sku = p.sku left join variants known on known.sku = v.sku
    where p.id between $1 and $2 and p.file = $3`;
  const counts = { products: 0, newProducts: 0, variants: 0, newVariants: 0 };
  await transactChunks(run, { source: 'products', file }, async (tx, { first, last }) => {
    const [chunkCounts] = await queryRows(tx, counted, { sql, params: [first, last, file] });
    for (const name of Object.keys(counts) as (keyof PlannedCounts)[]) counts[name] += chunkCounts?.[name] ?? 0;
  });
  return counts;
}
