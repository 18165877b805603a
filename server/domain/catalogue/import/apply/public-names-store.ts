import { z } from 'zod';
import { SKU_LIMIT } from '#contract/rules/limits.ts';
import type { SqlConnection } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { runInChunks } from './chunks-store.ts';
import {
  type Folding,
  findKnown,
  isFolding,
  knownVariant,
  PRODUCT_RANKS,
  rankedMatchesSql,
} from './known-keys-store.ts';

/**
 * Assigns public skus: the existing sku, otherwise the wanted one, otherwise the wanted one plus the seller's shop url.
 * Rows then refer to each other by public sku.
 */
export async function assignPublicNames(run: SqlConnection, files: Folding): Promise<void> {
  await runInChunks(run, 'products', findProducts(files), nameProducts(files));
  await takeFreeNames(run);
  await runInChunks(run, 'variants', ...nameVariants(files, 0));
  await runInChunks(run, 'links', nameChildren(files));
  await takeFreeNames(run);
  await run.exec('analyze import_names');
  await runInChunks(run, 'links', RENAME_LINKS);
  await runInChunks(run, 'variants', renameVariants(0));
  await runInChunks(run, 'products', RENAME_PRODUCTS);
}

export async function nameMadeVariants(
  run: SqlConnection,
  files: Folding,
  after: { variant: number; link: number },
): Promise<void> {
  await findKnown(run);
  await runInChunks(run, 'variants', ...nameVariants(files, after.variant));
  await takeFreeNames(run);
  await runInChunks(run, 'links', renameMadeLinks(after.link));
  await runInChunks(run, 'variants', renameVariants(after.variant));
}

const findProducts = (files: Folding): string => `update import_products p set product_id = found.product_id
  from (select p.id, m.product_id from import_products p, lateral (select m.product_id from (${rankedMatchesSql(files)}) m
      where m.seller_id = p.owner and m.rank in ${PRODUCT_RANKS} order by m.rank, m.product_id limit 1) m
    where p.id between $1 and $2) found where found.id = p.id`;

const ADD = 'insert into import_names (owner, key, own, wanted, other, sku)';

/** A simple product whose own sku changes gets a new public sku. */
const nameProducts = (files: Folding): string => `${ADD}
  select p.owner, p.sku, case when named.stays then coalesce(named.own, p.own_sku) else p.own_sku end, p.wanted_sku, p.other_sku,
    case when named.stays then named.sku end
  from import_products p left join products known on known.id = p.product_id
    left join lateral (select m.own, m.sku from (${rankedMatchesSql(files)}) m where m.seller_id = p.owner order by m.rank, m.product_id limit 1) m
      on p.product_id is null,
    lateral (select coalesce(known.own_sku, known.sku, m.own) as own, coalesce(known.sku, m.sku) as sku, known.id is null
      or known.type_id <> 'simple' or p.not_sold is not null or p.own_sku in (coalesce(known.own_sku, known.sku), known.sku)
      or (${isFolding('p', files)} and lower(p.own_sku) in (lower(coalesce(known.own_sku, known.sku)), lower(known.sku))) as stays) named
  where p.id between $1 and $2 order by p.id on conflict do nothing`;

const OWN = 'coalesce(known.own_sku, known.sku)';
const REPEATED = `exists (select from import_variants o where (o.product_sku, o.owner, o.own_sku) = (v.product_sku, v.owner, v.own_sku) and o.id <> v.id)`;

const ONLY_ONE = `(select n.sku from import_names n where (n.owner, n.key, n.wanted) = (v.owner, v.product_sku, v.wanted_sku)
  and not exists (select from variants o where o.sku = n.sku))`;

/**
 * Matches existing variants by sku, ignoring case. A Shopify variant matches only within its product, by sku, or by
 * choice if the sku is missing or shared.
 */
function nameVariants(files: Folding, after: number): string[] {
  const isInRange = `v.id between $1 and $2 and v.id > ${after}`;
  const folds = isFolding('v', files);
  const ofProduct = `from import_variants v join import_products p on (p.sku, p.owner, p.file) = (v.product_sku, v.owner, v.file)
    join variants known on known.product_id = p.product_id`;
  const knownSkus = `select v.owner, v.sku, ${OWN}, v.wanted_sku, v.other_sku, known.sku ${ofProduct}`;
  return [
    `${ADD} ${knownSkus} where ${isInRange} and not ${folds} and v.unnamed is not true and v.own_sku in (${OWN}, known.sku) and not ${REPEATED}
      and not exists (select from variants o where o.product_id = p.product_id and coalesce(o.own_sku, o.sku) = v.own_sku and o.id <> known.id)
      on conflict do nothing`,
    `${ADD} ${knownSkus} left join option_values c on c.value_index = known.color left join option_values s on s.value_index = known.size
      left join option_values g on g.value_index = known.gift_card_price
      where ${isInRange} and (v.unnamed or (not ${folds} and ${REPEATED}))
        and (c.title, s.title, s.label, g.title) is not distinct from (v.color, v.size, v.size_label, v.price)
        and not exists (select from import_names n where n.sku = known.sku) on conflict do nothing`,
    `${ADD} select v.owner, v.sku, coalesce(m.own, v.own_sku), v.wanted_sku, v.other_sku, coalesce(m.sku, ${ONLY_ONE}) from import_variants v
      left join lateral (${knownVariant('v.own_sku', 'v.owner')}) m on ${folds}
      where ${isInRange} order by v.id on conflict do nothing`,
  ];
}

const nameChildren = (files: Folding): string => `${ADD}
  select l.owner, l.child_sku, coalesce(m.own, l.child_sku), l.child_sku, null, m.sku from import_links l
    left join lateral (${knownVariant('l.child_sku', 'l.owner')}) m on ${isFolding('l', files)}
  where l.id between $1 and $2 order by l.id on conflict do nothing`;

const FREE = `not exists (select from products p where p.sku = n.wanted) and not exists (select from variants v where v.sku = n.wanted)
  and not exists (select from import_names o where o.sku = n.wanted)
  and not exists (select from import_names o where o.wanted = n.wanted and o.sku is null and o.id < n.id)`;
const TAKE = `update import_names n set sku = n.wanted where n.id between $1 and $2 and n.sku is null and ${FREE}`;

const OTHER = `update import_names n set wanted = n.other where n.id between $1 and $2 and n.sku is null and n.other is not null
  and (exists (select from import_names o where o.sku = n.wanted and o.owner = n.owner)
    or exists (select from products p where p.seller_id = n.owner and p.sku = n.wanted)
    or exists (select from variants v join products p on p.id = v.product_id where p.seller_id = n.owner and v.sku = n.wanted))`;

/** Appends the seller's shop URL: tries 'tote-salt-shed', then 'tote-salt-shed-2'. */
const withSeller = (
  turn: number,
): string => `update import_names n set wanted = left(coalesce(n.base, n.wanted), ${SKU_LIMIT} - length(behind.text)) || behind.text,
    base = coalesce(n.base, n.wanted)
  from import_owners o, lateral (select '-' || o.address${turn === 1 ? '' : ` || '-${turn}'`} as text) behind
  where n.id between $1 and $2 and n.sku is null and o.owner = n.owner`;

const left = z.object({ any: z.boolean() });

async function takeFreeNames(run: SqlConnection): Promise<void> {
  await runInChunks(run, 'names', TAKE);
  for (let turn = 0; ; turn += 1) {
    const [open] = await queryRows(run, left, {
      sql: 'select exists (select from import_names where sku is null) as any',
      params: [],
    });
    if (!open?.any) return;
    await runInChunks(run, 'names', turn === 0 ? OTHER : withSeller(turn));
    await runInChunks(run, 'names', TAKE);
  }
}

const RENAME_PRODUCTS = `update import_products p set sku = n.sku, own_sku = n.own from import_names n
  where p.id between $1 and $2 and (n.owner, n.key) = (p.owner, p.key)`;

const renameVariants = (
  after: number,
): string => `update import_variants v set sku = n.sku, own_sku = n.own, product_sku = of.sku
  from import_names n, import_names of
  where v.id between $1 and $2 and v.id > ${after} and (n.owner, n.key) = (v.owner, v.sku) and (of.owner, of.key) = (v.owner, v.product_sku)`;

const renameMadeLinks = (after: number): string => `update import_links l set child_sku = n.sku from import_names n
  where l.id between $1 and $2 and l.id > ${after} and (n.owner, n.key) = (l.owner, l.child_sku)`;

/**
 * If the parent is not found, writes a placeholder, so that the link cannot match another seller's product with the
 * parent's sku.
 */
const RENAME_LINKS = `update import_links l set child_sku = n.sku, parent_sku = coalesce(
    (select of.sku from import_names of where (of.owner, of.key) = (l.owner, l.parent_sku)), E'\\n' || l.parent_sku)
  from import_names n where l.id between $1 and $2 and (n.owner, n.key) = (l.owner, l.child_sku)`;
