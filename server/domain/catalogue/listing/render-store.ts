import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { inPublic } from './list-filters-sql.ts';
import { tileRow } from './tile.ts';
import { tileColumns, tileJoins } from './tiles-store.ts';

const renderRow = tileRow.extend({ most_cents: z.int() });
export type RenderRow = z.output<typeof renderRow>;

type List = { where: SQL; order: SQL; limit: number; page: number };

export function renderRows(handle: Handle, { where, order, limit, page }: List): Promise<RenderRow[]> {
  const passing = sql`from products p where ${inPublic} and (${where})`;
  const lastPage = sql`(select greatest(0, (count(*) - 1) / ${limit}::bigint) ${passing})`;
  return queryRows(
    handle,
    renderRow,
    sql`select ${tileColumns},
        (select max(coalesce(v.max_price_cents, v.price_cents)) from variants v where v.product_id = p.id) as most_cents
      from (select p.id as product_id ${passing} order by ${order} limit ${limit}
        offset ${limit}::bigint * least(${page}::bigint - 1, ${lastPage})) found
      join products p on p.id = found.product_id ${tileJoins} order by ${order}`,
  );
}
