import type { SqlConnection } from '#server/platform/database/database.ts';
import { runInChunks } from './chunks-store.ts';

const matchOtherCaseSql = (
  column: string,
  rows: 'products' | 'variants',
) => `update import_links l set ${column} = found.sku
  from (select l.id, (select t.sku from import_${rows} t where lower(t.sku) = lower(l.${column}) order by t.file = l.file desc, t.id limit 1) as sku
    from import_links l where l.id between $1 and $2 and not exists (select from import_${rows} t where t.sku = l.${column})) found
  where found.id = l.id and found.sku is not null`;

/** Prefers left-out rows of the same file, because other files may be another seller's. */
const isLeftOut = (key: string) => `lower(o.sku) = lower(${key}) and (o.file = l.file
  or not exists (select from import_products p where p.sku = ${key} and p.file = l.file)
  and not exists (select from import_variants v where v.sku = ${key} and v.file = l.file))`;

export function assignProductsOfVariants(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'links',
    `update import_links l set parent_sku = p.sku from import_products p
      where l.id between $1 and $2 and p.alias = l.parent_sku and p.file = l.file`,
    `update import_links l set parent_sku = o.sku from import_left_out o
      where l.id between $1 and $2 and o.alias = l.parent_sku and o.file = l.file`,
    matchOtherCaseSql('parent_sku', 'products'),
    matchOtherCaseSql('child_sku', 'variants'),
    `delete from import_variants v using import_links l, import_left_out o
      where l.id between $1 and $2 and l.child_sku = v.sku and l.file = v.file and ${isLeftOut('l.parent_sku')}`,
    `delete from import_links l using import_left_out o where l.id between $1 and $2 and ${isLeftOut('l.parent_sku')}`,
    `update import_links l set dead = true from import_left_out o where l.id between $1 and $2 and ${isLeftOut('l.child_sku')}`,
  );
}

export function markDeadLinks(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'links',
    `delete from import_links l where l.id between $1 and $2
      and not exists (select from import_products p where p.sku = l.parent_sku)`,
    `update import_links l set dead = true where l.id between $1 and $2
      and exists (select from import_products p where p.sku = l.child_sku and p.sku <> l.parent_sku
          and (p.not_sold = 'off' or (p.not_sold = 'virtual' and l.price is null)))`,
  );
}

const LEAVES_VALUES_OPEN = `options @> '[{"value": ""}]'`;

/** Drops dead links, except those with open values: `spreadVariants` must first find their existing variants. */
export async function dropDeadLinks(run: SqlConnection): Promise<void> {
  await runInChunks(
    run,
    'products',
    `update import_products p set not_sold = 'no variants' where p.id between $1 and $2 and p.not_sold is null
      and exists (select from import_links l where l.parent_sku = p.sku and l.dead)
      and not exists (select from import_links l where l.parent_sku = p.sku and not l.dead)`,
  );
  await runInChunks(
    run,
    'links',
    `delete from import_links where id between $1 and $2 and dead and ${LEAVES_VALUES_OPEN} is not true`,
  );
}

/** Turns simple rows that a configurable row names into variants. Existing variants stay variants. */
export async function resolveStaging(run: SqlConnection, rowFiles: readonly number[]): Promise<void> {
  await runInChunks(
    run,
    'links',
    `update import_variants v set file = l.file, line = l.line, product_sku = l.parent_sku, color = l.color, size = l.size,
        size_label = l.size_label, price = l.price
      from import_links l where l.id between $1 and $2 and l.child_sku = v.sku`,
    `delete from import_products p using import_links l where l.id between $1 and $2 and l.child_sku = p.sku
      and l.parent_sku <> p.sku and exists (select from import_variants v where v.sku = p.sku and v.product_sku = l.parent_sku)`,
    `insert into import_variants (file, line, sku, own_sku, wanted_sku, product_sku, new_qty, color, size, size_label, price)
      select l.file, l.line, l.child_sku, coalesce(known.own_sku, known.sku), l.child_sku, l.parent_sku, 0, l.color, l.size, l.size_label, l.price from import_links l
      join variants known on known.sku = l.child_sku
      where l.id between $1 and $2 and not exists (select from import_variants v where v.sku = l.child_sku)`,
  );
  await runInChunks(
    run,
    'variants',
    `update import_variants v set product_sku = owner.sku, keeps_choice = true
      from variants known join products owner on owner.id = known.product_id
      where v.id between $1 and $2 and known.sku = v.sku and v.product_sku = v.sku and owner.sku <> v.sku
        and v.file = any('{${rowFiles.map(Number).join()}}'::int[])`,
    'delete from import_variants where id between $1 and $2 and switched_off and not keeps_choice',
  );
  await runInChunks(
    run,
    'loneVariants',
    `delete from import_products p using import_variants v where v.id between $1 and $2 and v.sku = p.sku and v.keeps_choice`,
  );
}

/** Of duplicate rows, the row that is sold keeps the variants. */
const NEW_AND_NOT_SOLD = `p.not_sold is not null and p.product_id is null
  and not exists (select from import_products o where o.sku = p.sku and o.not_sold is null)`;

/** Drops rows that are not sold, but keeps existing products, because orders refer to them. */
export function dropNotSold(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'products',
    `delete from import_variants v using import_products p where p.id between $1 and $2 and v.product_sku = p.sku and ${NEW_AND_NOT_SOLD}`,
    `delete from import_links l using import_products p where p.id between $1 and $2 and l.parent_sku = p.sku and ${NEW_AND_NOT_SOLD}`,
    'delete from import_products where id between $1 and $2 and not_sold is not null and product_id is null',
  );
}

/**
 * Makes a product GST-free if all its variants are. A variant without a value uses the value of the product's row. If
 * neither has a value, the shop's value stays.
 */
export function decideGst(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'products',
    `update import_products p set gst_free = case when p.is_giftcard then null else coalesce((
        select bool_and(coalesce(v.gst_free, p.gst_free, false)) from import_variants v
        where v.product_sku = p.sku and not v.keeps_choice having count(coalesce(v.gst_free, p.gst_free)) > 0), p.gst_free) end
      where p.id between $1 and $2 and (p.gst_free is not null
        or exists (select from import_variants v where v.product_sku = p.sku and v.gst_free is not null))`,
  );
}

export function settleGst(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'findings',
    `update import_products p set gst_free = false from import_findings f
      where f.id between $1 and $2 and (p.file, p.line) = (f.file, f.line)`,
  );
}
