import type { SqlConnection } from '#server/platform/database/database.ts';
import { runInChunks } from './chunks-store.ts';

const KEYS = {
  products: `insert into import_keys select distinct lower(w.key) from import_products p, lateral (values (p.own_sku), (p.wanted_sku), (p.handle), (p.former_sku)) w (key)
    where p.id between $1 and $2 and w.key is not null on conflict do nothing`,
  variants: `insert into import_keys select distinct lower(own_sku) from import_variants where id between $1 and $2 on conflict do nothing`,
  links: `insert into import_keys select distinct lower(child_sku) from import_links where id between $1 and $2 on conflict do nothing`,
};

const KNOWN = `insert into import_known (folded, key, kind, handle, own, sku, product_id, seller_id)
  select lower(w.key), w.key, w.kind, p.handle, w.own, w.sku, p.id, p.seller_id from products p, lateral (
    select 'product' as kind, coalesce(p.own_sku, p.sku) as key, coalesce(p.own_sku, p.sku) as own, p.sku
    union all select 'handle', p.handle, p.handle, p.sku
    union all select 'public', p.sku, coalesce(p.own_sku, p.sku), p.sku where p.own_sku is not null or p.handle is not null
    union all select 'variant', coalesce(v.own_sku, v.sku), coalesce(v.own_sku, v.sku), v.sku from variants v where v.product_id = p.id
    union all select 'public variant', v.sku, v.own_sku, v.sku from variants v where v.product_id = p.id and v.own_sku is not null) w
  where p.id between $1 and $2 and exists (select from import_keys k where k.folded = lower(w.key))`;

export async function findKnown(run: SqlConnection): Promise<void> {
  await run.exec('truncate import_keys, import_known');
  for (const kind of ['products', 'variants', 'links'] as const) await runInChunks(run, kind, KEYS[kind]);
  await run.exec('analyze import_keys');
  await runInChunks(run, 'shop', KNOWN);
  await run.exec('analyze import_known');
}

const hasProduct = (key: string, name: string): string =>
  `exists (select from import_known k join products t on t.id = k.product_id
    where k.folded = lower(${key}) and k.kind = 'product' and k.key = ${key} and ${name})`;

/** True if the product still has its former key, or if the key derived from its name belongs to another product. */
const KEEPS_FORMER = `p.former_sku is not null and not ${hasProduct('p.sku', 't.name = p.former_name')}
  and (${hasProduct('p.former_sku', 't.name = p.former_name')}
    or (starts_with(p.former_sku, p.sku) and ${hasProduct('p.sku', 'lower(t.name) <> lower(p.former_name)')}))`;

export function keepFormerKeys(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'products',
    `update import_variants v set sku = p.former_sku, own_sku = p.former_sku, wanted_sku = p.former_sku,
        product_sku = p.former_sku
      from import_products p
      where p.id between $1 and $2 and (v.file, v.line, v.sku) = (p.file, p.line, p.sku) and ${KEEPS_FORMER}`,
    `update import_products p
      set key = p.former_sku, sku = p.former_sku, own_sku = p.former_sku, wanted_sku = p.former_sku
      where p.id between $1 and $2 and ${KEEPS_FORMER}`,
  );
}

/** Numbers of the files in which skus ignore case. Skus in Shopify files are case-sensitive. */
export type Folding = readonly number[];
export const isFolding = (row: string, files: Folding): string =>
  `${row}.file = any('{${files.map(Number).join()}}'::int[])`;

/** A sku shared by two Shopify products identifies neither. */
const skuDecides = (
  files: Folding,
): string => `(p.handle is null or coalesce(k.handle, p.handle) = p.handle) and (${isFolding('p', files)}
      or not exists (select from import_products o where o.own_sku = p.own_sku and o.file = p.file and o.handle is not null and o.id <> p.id))`;

/**
 * Ranks the products that row `p` may match: both skus, handle, own sku, variant, then public sku. If two products
 * share a handle, our Shopify export writes the public sku as the handle. If that sku has no seller suffix, it matches
 * only rows without a seller.
 */
export const rankedMatchesSql = (files: Folding): string => `select k.seller_id, k.product_id, k.sku, k.own, ranked.rank
  from import_known k, lateral (select case
    when k.kind = 'public' and k.own <> k.key and k.key = p.wanted_sku and k.own = p.own_sku and ${skuDecides(files)} then 0
    when k.kind = 'handle' and k.key = p.handle then 1
    when k.kind = 'product' and k.key = p.handle and k.handle is null then 2
    when k.kind = 'product' and k.key = p.own_sku and ${skuDecides(files)} then 3
    when k.kind = 'public' and k.key = p.handle
      and (k.own <> k.key or (k.key = p.wanted_sku and p.seller is null and p.not_sold is null)) then 7
    when k.kind = 'public' and k.own <> k.key and k.key = p.own_sku and ${skuDecides(files)} then 7
    when not ${isFolding('p', files)} then null
    when k.kind = 'variant' and k.key = p.own_sku then 4
    when k.kind = 'product' and k.folded = lower(p.own_sku) then 5
    when k.kind = 'variant' and k.folded = lower(p.own_sku) then 6
    when k.kind = 'public variant' and k.key = p.own_sku then 8
    when k.kind = 'public' and k.own <> k.key and k.folded = lower(p.own_sku) then 9
    when k.kind = 'public variant' and k.folded = lower(p.own_sku) then 10 end as rank) ranked
  where k.folded in (lower(p.own_sku), lower(p.wanted_sku), lower(p.handle)) and ranked.rank is not null`;

export const PRODUCT_RANKS = '(0, 1, 2, 3, 5, 7, 9)';

/** From this rank on, a match is by public sku, which may be another seller's own sku. */
export const FIRST_PUBLIC_RANK = 7;

export const knownVariant = (key: string, owner: string): string => `select k.own, k.sku from import_known k
  where k.folded = lower(${key}) and k.seller_id = ${owner} and k.kind <> 'handle'
  order by k.kind in ('product', 'variant') desc, k.key = ${key} desc, k.kind in ('variant', 'public variant') desc, k.id limit 1`;
