import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { OCCASIONS } from '#contract/rules/listing.ts';
import { picture } from '#contract/shapes/product.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { pictureJson } from '#server/platform/pictures/picture-sql.ts';
import { inLists } from './list-filters-sql.ts';

export const wordsPlaces = z.record(z.string(), z.object({ y: z.number(), height: z.number() }));

const occasionRow = z.object({ occasion: z.enum(OCCASIONS), picture, layout: wordsPlaces });
export type OccasionRow = z.output<typeof occasionRow>;

export function listOccasionRows(handle: Handle): Promise<OccasionRow[]> {
  return queryRows(
    handle,
    occasionRow,
    sql`select distinct on (t.occasion) t.occasion, ${pictureJson(sql`x`)} as picture, t.layout
      from templates t join pictures x on x.id = t.picture_id
      where t.occasion is not null and exists (select from product_templates pt join products p on p.id = pt.product_id
        where pt.template_id = t.id and p.is_giftcard and ${inLists})
      order by t.occasion, t.id`,
  );
}
