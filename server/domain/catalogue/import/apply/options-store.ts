import { z } from 'zod';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { type Choice, type CodedOption, NO_CHOICE } from '../../formats/drafts.ts';
import { buildChoiceSku, combineOptions, MAX_COMBINATIONS, withMissingOptions } from '../../formats/missing-options.ts';
import { toChoice } from '../../formats/options.ts';
import { runInChunks, transactChunks } from './chunks-store.ts';
import type { Folding } from './known-keys-store.ts';
import { nameMadeVariants } from './public-names-store.ts';
import type { BreachRow } from './staging-checks-sql.ts';

const coded = z.object({ code: z.string(), name: z.string(), value: z.string() });
const linkRow = z.object({ id: z.int(), options: z.array(coded), attributes: z.record(z.string(), z.string()) });
const parentRow = z.object({
  id: z.int(),
  labels: z.record(z.string(), z.string()),
  links: z.array(linkRow),
});

const PAGE = `select p.id, coalesce(p.labels, '{}') as labels, jsonb_agg(jsonb_build_object('id', l.id, 'options', l.options,
    'attributes', coalesce(v.attributes, '{}')) order by l.id) as links
  from import_products p join import_links l on l.parent_sku = p.sku and l.options is not null
    left join import_variants v on v.sku = l.child_sku
  where p.id between $1 and $2 and not p.is_giftcard and p.labels is not null group by p.id order by p.id`;

export async function completeOptions(run: SqlConnection): Promise<void> {
  await transactChunks(run, { source: 'products' }, async (tx, { first, last }) => {
    const page = await queryRows(tx, parentRow, { sql: PAGE, params: [first, last] });
    const changed = page.flatMap(({ links, labels }) => {
      const lists = withMissingOptions(links, labels);
      return links.flatMap(({ id, options }, index) => {
        const list = lists[index] ?? options;
        const choice = list.length === options.length ? null : toChoice(list, { giftcard: false });
        return choice === null || typeof choice === 'string' ? [] : [{ id, ...choice }];
      });
    });
    if (changed.length > 0) {
      await tx.query(
        `update import_links l set color = w.color, size = w.size, size_label = w.size_label
          from jsonb_to_recordset($1::text::jsonb) as w(id int, color text, size text, size_label text) where w.id = l.id`,
        [JSON.stringify(changed)],
      );
    }
  });
}

const anyRow = z.object({
  id: z.int(),
  file: z.int(),
  line: z.int(),
  own_sku: z.string(),
  options: z.array(coded),
  values: z.record(z.string(), z.array(z.string())),
  explicit: z.array(z.array(coded)),
  qty: z.int().nullable(),
  new_qty: z.int(),
  dead: z.boolean(),
});
const ANY = `select l.id, l.file, l.line, v.own_sku, l.options, p.offered -> 'values' as values, v.qty, v.new_qty, l.dead,
    (select coalesce(jsonb_agg(x.options), '[]') from import_links x where x.parent_sku = l.parent_sku and x.id <= $3) as explicit
  from import_links l join import_products p on p.sku = l.parent_sku and p.offered is not null join import_variants v on v.sku = l.child_sku
  where l.id between $1 and $2 and l.options @> '[{"value": ""}]' and (not l.dead or v.switched_off) order by l.id`;

/**
 * Expands a variant with open values into one variant per combination; these share its stock. Expands dead links only
 * to find existing variants. Returns the last variant id before the expansion.
 */
export async function spreadVariants(
  run: SqlConnection,
  files: Folding,
  reportCut: (row: BreachRow) => void,
): Promise<number> {
  const read = await findLastIds(run);
  let madeCount = 0;
  await transactChunks(run, { source: 'links' }, async (tx, { first, last }) => {
    const page = await queryRows(tx, anyRow, { sql: ANY, params: [first, last, read.link] });
    const spread = page.flatMap(({ id, file, line, own_sku, qty, new_qty, ...row }) => {
      const { lists, all } = combineOptions(row.options, row.values, row.explicit);
      if (all > MAX_COMBINATIONS && !row.dead) reportCut({ file, line, sku: own_sku, all });
      return lists.map((options, index) => ({
        id,
        ...choiceOrNone(options),
        options,
        sku: buildChoiceSku(own_sku, pickOpenValues(options, row.options)),
        qty: qty === null ? null : share(qty, { count: lists.length, index: index }),
        new_qty: qty === null ? new_qty : share(new_qty, { count: lists.length, index: index }),
      }));
    });
    madeCount += spread.length;
    if (page.length > 0)
      await replaceVariants(
        tx,
        page.map(({ id }) => id),
        spread,
      );
  });
  if (madeCount > 0) await nameMadeVariants(run, files, read);
  await runInChunks(run, 'links', 'delete from import_links where id between $1 and $2 and dead');
  await runInChunks(
    run,
    'products',
    `update import_variants v set qty = s.qty, new_qty = s.qty from (
  select l.child_sku, (p.offered ->> 'stock')::int / count(*) over w
      + case when row_number() over (partition by l.parent_sku order by l.id) <= (p.offered ->> 'stock')::int % count(*) over w then 1 else 0 end as qty
    from import_links l join import_products p on p.sku = l.parent_sku
    where p.id between $1 and $2 and l.shares_stock and p.offered ->> 'stock' is not null window w as (partition by l.parent_sku)) s
  where s.child_sku = v.sku`,
  );
  return read.variant;
}

const lastIds = z.object({ variant: z.int(), link: z.int() });

async function findLastIds(run: SqlRunner): Promise<z.output<typeof lastIds>> {
  const sql = `select coalesce((select max(id) from import_variants), 0) as variant,
    coalesce((select max(id) from import_links), 0) as link`;
  const [last] = await queryRows(run, lastIds, { sql, params: [] });
  return last ?? { variant: 0, link: 0 };
}

function choiceOrNone(options: CodedOption[]): Choice {
  const choice = toChoice(options, { giftcard: false });
  return typeof choice === 'string' ? NO_CHOICE : choice;
}

const share = (whole: number, { count, index }: { count: number; index: number }): number =>
  Math.floor(whole / count) + (index < whole % count ? 1 : 0);

const pickOpenValues = (options: readonly CodedOption[], open: readonly CodedOption[]): string[] =>
  options.filter((_, index) => open[index]?.value === '').map(({ value }) => value);

async function replaceVariants(run: SqlRunner, ids: readonly number[], spread: readonly object[]): Promise<void> {
  const list = JSON.stringify(spread);
  const recordset = `jsonb_to_recordset($1::text::jsonb) as w(id int, sku text, options jsonb, color text, size text, size_label text, qty int, new_qty int)`;
  await run.query(
    `insert into import_variants (file, line, sku, own_sku, wanted_sku, owner, product_sku, price_cents, gst_free, qty, new_qty, switched_off)
      select v.file, v.line, w.sku, w.sku, w.sku, v.owner, w.sku, v.price_cents, v.gst_free, w.qty, w.new_qty, v.switched_off
      from ${recordset} join import_links l on l.id = w.id join import_variants v on v.sku = l.child_sku`,
    [list],
  );
  await run.query(
    `insert into import_links (file, line, parent_sku, child_sku, child_key, owner, color, size, size_label, options, shares_stock, dead)
      select l.file, l.line, l.parent_sku, w.sku, w.sku, l.owner, w.color, w.size, w.size_label, w.options, l.shares_stock, l.dead
      from ${recordset} join import_links l on l.id = w.id`,
    [list],
  );
  const linkIds = `{${ids.join()}}`;
  await run.query(
    `delete from import_variants v using import_links l where l.child_sku = v.sku and l.id = any($1::int[])`,
    [linkIds],
  );
  await run.query(`delete from import_links where id = any($1::int[])`, [linkIds]);
}
