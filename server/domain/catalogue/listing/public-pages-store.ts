import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { inLists, inPublic } from './list-filters-sql.ts';

/** `key`: part of the page's URL. `changed`: the date of the newest product on it. */
const pageRow = z.object({ key: z.union([z.string(), z.int()]), changed: z.date().nullable() });
export type PageRow = z.output<typeof pageRow>;
export type PageRange = { limit: number; offset: number };

export async function countProductPageRows(handle: Handle): Promise<{ count: number; newest: Date | null }> {
  const [figures] = await queryRows(
    handle,
    z.object({ count: z.int(), newest: z.date().nullable() }),
    sql`select count(*) as count, max(p.created_at) as newest from products p where ${inPublic}`,
  );
  return figures ?? { count: 0, newest: null };
}

/** Lists the oldest products first, so that the ranges stay stable. */
export function listProductPageRows(handle: Handle, { limit, offset }: PageRange): Promise<PageRow[]> {
  return queryRows(
    handle,
    pageRow,
    sql`select p.id as key, p.created_at as changed from products p where ${inPublic}
      order by p.id limit ${limit} offset ${offset}`,
  );
}

export function listCategoryPageRows(handle: Handle): Promise<PageRow[]> {
  return queryRows(
    handle,
    pageRow,
    sql`with recursive above as (
        select c.entity_id, c.entity_id as top from categories c
        union all select c.entity_id, above.top from above join categories c on c.parent_id = above.entity_id)
      select above.top as key, max(p.created_at) as changed
      from above join product_categories pc on pc.category_id = above.entity_id
        join products p on p.id = pc.product_id and ${inLists}
      group by above.top order by above.top`,
  );
}
