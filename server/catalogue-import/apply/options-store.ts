import { z } from 'zod';
import type { SqlRunner } from '../../database/database.ts';
import { rows } from '../../database/rows.ts';
import { withMissingOptions } from '../formats/missing-options.ts';
import { choiceOf } from '../formats/options.ts';

const coded = z.object({ code: z.string(), name: z.string(), value: z.string() });
const linkRow = z.object({ id: z.int(), options: z.array(coded), attributes: z.record(z.string(), z.string()) });
const parentRow = z.object({
  id: z.int(),
  labels: z.record(z.string(), z.string()),
  links: z.array(linkRow),
});

const A_PAGE = 500;
const PAGE = `select p.id, coalesce(p.labels, '{}') as labels, jsonb_agg(jsonb_build_object('id', l.id, 'options', l.options,
    'attributes', coalesce(v.attributes, '{}')) order by l.id) as links
  from import_products p join import_links l on l.parent_sku = p.sku and l.options is not null
    left join import_variants v on v.sku = l.child_sku
  where p.id > $1 and not p.is_giftcard and p.labels is not null group by p.id order by p.id limit ${A_PAGE}`;

/** Adds to the variants of every product the options that their own rows have and its row leaves out. */
export async function completeOptions(run: SqlRunner): Promise<void> {
  for (let after = 0; ; ) {
    const page = await rows(run, parentRow, { sql: PAGE, params: [after] });
    const changed = page.flatMap(({ links, labels }) => {
      const lists = withMissingOptions(links, labels);
      return links.flatMap(({ id, options }, at) => {
        const list = lists[at] ?? options;
        const choice = list.length === options.length ? null : choiceOf(list, { giftcard: false });
        return choice === null || typeof choice === 'string' ? [] : [{ id, ...choice }];
      });
    });
    if (changed.length > 0) {
      await run.query(
        `update import_links l set color = w.color, size = w.size, size_label = w.size_label
          from jsonb_to_recordset($1::text::jsonb) as w(id int, color text, size text, size_label text) where w.id = l.id`,
        [JSON.stringify(changed)],
      );
    }
    after = page.at(-1)?.id ?? after;
    if (page.length < A_PAGE) return;
  }
}
