import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { NO_PICTURE } from '#contract/rules/no-picture.ts';
import { addNamedSellers } from '#server/domain/sellers/add-sellers.ts';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import type { pictures } from '#server/platform/database/schema/schema.ts';
import { transactChunks } from './chunks-store.ts';

export type SharedCounts = { categories: number; sellers: number; values: number };

const BLANK_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480"><rect width="640" height="480" fill="#e9e4da"/><circle cx="320" cy="240" r="90" fill="#d3cabb"/></svg>';
/** Imported ids start here, above the ids of the seed data. */
const FIRST_ID = 100_000;

const SHARED = `insert into import_shared (code, label, title, first)
  select w.code, w.label, w.title, min(w.id)
  from import_products p left join import_variants v on v.product_sku = p.sku and not v.keeps_choice,
    lateral (values ('color', null, v.color, v.id), ('size', v.size_label, v.size, v.id),
      ('gift_card_price', null, v.price, v.id)) w (code, label, title, id)
  where p.id between $1 and $2 and p.file = $3 and w.title is not null group by 1, 2, 3
  on conflict (code, label, title) do update set first = least(import_shared.first, excluded.first)`;
const PATHS = `insert into import_paths (path, turn) select names[1:depth], min(turn) from (
    select id * 1000::bigint + least(place, 999) as turn, array(select jsonb_array_elements_text(path)) as names
    from import_products, jsonb_array_elements(categories) with ordinality as named (path, place)
    where id between $1 and $2 and file = $3 and categories is not null) p, generate_series(1, cardinality(names)) depth
  group by 1 on conflict (path) do nothing`;

export async function gatherShared(run: SqlConnection, file: number): Promise<void> {
  await run.exec('delete from import_shared; delete from import_paths');
  await transactChunks(run, { source: 'products', file }, async (tx, { first, last }) => {
    for (const gather of [SHARED, PATHS]) await tx.query(gather, [first, last, file]);
  });
  await run.exec('analyze import_paths');
}

export type Transact = <Result>(work: (tx: SqlRunner) => Promise<Result>) => Promise<Result>;

export async function applyShared(transact: Transact, file: number, flatShippingCents: number): Promise<SharedCounts> {
  await transact((tx) => addCardTemplates(tx, file));
  const categories = await transact(addCategories);
  const values = await transact(addOptionValues);
  const sellers = await transact((tx) => addSellers(tx, file, flatShippingCents));
  return { categories, values, sellers };
}

async function addCategories(run: SqlRunner): Promise<number> {
  let added = 0;
  for (const level of [1, 2, 3]) {
    await findCategories(run, level);
    const inserted = await run.query(
      `with missing as (select i.path, up.entity_id as above, row_number() over (order by i.turn, i.path) as turn
          from import_paths i left join import_paths up on up.path = i.path[1:$1::int - 1]
          where cardinality(i.path) = $1 and i.entity_id is null)
        insert into categories (entity_id, parent_id, name, position, level)
        select greatest((select max(entity_id) from categories), ${FIRST_ID}) + m.turn, m.above, m.path[$1::int],
          coalesce((select max(c.position) from categories c where c.parent_id is not distinct from m.above), -1) + m.turn, $1
        from missing m returning entity_id`,
      [level],
    );
    added += inserted.rows.length;
    if (inserted.rows.length > 0) await findCategories(run, level);
  }
  return added;
}

async function findCategories(run: SqlRunner, level: number): Promise<void> {
  await run.query(
    `update import_paths i set entity_id = found.entity_id from (
        select i2.path, min(c.entity_id) as entity_id from import_paths i2
        left join import_paths up on up.path = i2.path[1:$1::int - 1]
        join categories c on c.name = i2.path[$1::int] and c.level = $1 and c.parent_id is not distinct from up.entity_id
        where cardinality(i2.path) = $1 group by i2.path) found
      where i.path = found.path`,
    [level],
  );
}

async function addOptionValues(run: SqlRunner): Promise<number> {
  const inserted = await run.query(
    `insert into option_values (attribute_id, attribute_code, value_index, title, label, position)
      select a.id, w.code, greatest((select max(value_index) from option_values), ${FIRST_ID}) + row_number() over (order by a.id, w.first),
        w.title, w.label, coalesce((select max(position) from option_values o where o.attribute_code = w.code), -1)
          + row_number() over (partition by w.code order by ${PRICE_ORDER} nulls last, w.first)
      from import_shared w join (values (93, 'color'), (141, 'size'), (216, 'gift_card_price')) a (id, code) on a.code = w.code
      where not exists (select from option_values o where o.attribute_code = w.code and o.title = w.title
        and o.label is not distinct from w.label)
      returning value_index`,
  );
  return inserted.rows.length;
}

const PRICE_ORDER = `case when w.code = 'gift_card_price' and w.title ~ '^\\$[0-9.]+$' then substr(w.title, 2)::numeric end`;

async function addSellers(run: SqlRunner, file: number, flatShippingCents: number): Promise<number> {
  const missing = await queryRows(
    run,
    z.object({ owner: z.int(), name: z.string() }),
    sql`select o.owner, o.name from import_owners o where o.seller_id is null
      and exists (select from import_products p where p.owner = o.owner and p.file = ${file} and p.product_id is null)
      order by o.owner desc`,
  );
  if (missing.length === 0) return 0;
  await addBlankPicture(run);
  const names = missing.map(({ name }) => name);
  const added = await addNamedSellers(run, { names, pictureId: NO_PICTURE, flatShippingCents });
  for (const [index, { owner }] of missing.entries())
    await run.query('update import_owners set seller_id = $1 where owner = $2', [added[index], owner]);
  return missing.length;
}

async function addBlankPicture(run: SqlRunner): Promise<void> {
  await run.query(
    `insert into pictures (id, mime, source, width, height, ground, version)
      values ($1, 'image/svg+xml', convert_to($2, 'UTF8'), 640, 480, '#e9e4da', '1') on conflict (id) do nothing`,
    [NO_PICTURE, BLANK_SVG],
  );
}

/** Adds the demo's templates if the shop has none, because gift cards need templates and import files contain none. */
async function addCardTemplates(run: SqlRunner, file: number): Promise<void> {
  const [templatesAre] = await queryRows(
    run,
    z.object({ needed: z.boolean() }),
    sql`select exists (select from import_products where file = ${file} and is_giftcard and product_id is null)
      and not exists (select from templates) as needed`,
  );
  if (!templatesAre?.needed) return;
  const [{ pictureRow }, { templates }] = await Promise.all([
    import('../demo/demo-catalogue-store.ts'),
    import('#db/seed/templates.ts'),
  ]);
  await run.query(
    `insert into pictures (id, mime, source, width, height, ground, version)
      select id, mime, source, width, height, ground, version from jsonb_populate_recordset(null::pictures, $1::text::jsonb)
      on conflict (id) do nothing`,
    [JSON.stringify(templates.map(({ art }) => asJson(pictureRow(art))))],
  );
  await run.query(
    `insert into templates (mms_template_id, name, occasion, picture_id, layout)
      select w.key, w.name, w.occasion, w.art, w.layout
      from jsonb_to_recordset($1::text::jsonb) as w(key text, name text, occasion text, art text, layout jsonb)`,
    [JSON.stringify(templates)],
  );
}

const asJson = ({ source, ...row }: typeof pictures.$inferSelect) => ({
  ...row,
  source: `\\x${source.toString('hex')}`,
});
