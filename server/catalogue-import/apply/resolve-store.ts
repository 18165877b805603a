import type { SqlConnection } from '../../database/database.ts';
import { runInChunks } from './chunks-store.ts';

/** Rows of variants find their products; then those are marked that are not sold, each reported where it stands. */
export function markDeadLinks(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'links',
    `update import_links l set parent_sku = p.sku from import_products p
      where l.id between $1 and $2 and p.alias = l.parent_sku and p.file = l.file`,
    `delete from import_variants v using import_links l, import_left_out o
      where l.id between $1 and $2 and l.child_sku = v.sku and o.sku = l.parent_sku`,
    `delete from import_links l using import_left_out o where l.id between $1 and $2 and o.sku = l.parent_sku`,
    `delete from import_links l where l.id between $1 and $2
      and not exists (select from import_products p where p.sku = l.parent_sku)`,
    `update import_links l set dead = true where l.id between $1 and $2
      and (exists (select from import_left_out o where o.sku = l.child_sku)
        or exists (select from import_products p where p.sku = l.child_sku and p.sku <> l.parent_sku
          and (p.not_sold = 'off' or (p.not_sold = 'virtual' and l.price is null))))`,
  );
}

/** Products do without such variants; one that has no others is not sold itself. */
export async function dropDeadLinks(run: SqlConnection): Promise<void> {
  await runInChunks(
    run,
    'products',
    `update import_products p set not_sold = 'no variants' where p.id between $1 and $2 and p.not_sold is null
      and exists (select from import_links l where l.parent_sku = p.sku and l.dead)
      and not exists (select from import_links l where l.parent_sku = p.sku and not l.dead)`,
  );
  await runInChunks(run, 'links', 'delete from import_links where id between $1 and $2 and dead');
}

/**
 * Ties together what the files say of one another and of the shop: simple rows that a configurable one names become its
 * variants, a simple row that is a variant in the shop stays one, and every product finds itself in the shop.
 */
export async function resolveStaging(run: SqlConnection, rowFiles: readonly number[]): Promise<void> {
  await runInChunks(
    run,
    'links',
    `update import_variants v set file = l.file, line = l.line, product_sku = l.parent_sku, color = l.color, size = l.size,
        size_label = l.size_label, price = l.price
      from import_links l where l.id between $1 and $2 and l.child_sku = v.sku`,
    `delete from import_products p using import_links l where l.id between $1 and $2 and l.child_sku = p.sku
      and l.parent_sku <> p.sku and exists (select from import_variants v where v.sku = p.sku and v.product_sku = l.parent_sku)`,
    `insert into import_variants (file, line, sku, product_sku, new_qty, color, size, size_label, price)
      select l.file, l.line, l.child_sku, l.parent_sku, 0, l.color, l.size, l.size_label, l.price from import_links l
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
  );
  await runInChunks(
    run,
    'loneVariants',
    `update import_variants v set qty = 0 from import_products p
      where v.id between $1 and $2 and p.sku = v.sku and v.keeps_choice and p.not_sold = 'off'`,
    `delete from import_products p using import_variants v where v.id between $1 and $2 and v.sku = p.sku and v.keeps_choice`,
  );
  await runInChunks(
    run,
    'products',
    `update import_products p set product_id = coalesce(
      (select known.id from products known where known.handle = p.handle),
      (select known.id from products known where known.sku = p.handle and known.handle is null),
      (select known.id from products known where known.sku = p.sku
        and (p.handle is null or known.handle is null or known.handle = p.handle))) where p.id between $1 and $2`,
  );
}

/** What is not sold and new is left out, with its variants; what the shop has is kept, since orders refer to it. */
export function dropNotSold(run: SqlConnection): Promise<void> {
  return runInChunks(
    run,
    'products',
    `delete from import_variants v using import_products p where p.id between $1 and $2 and v.product_sku = p.sku
      and p.not_sold is not null and p.product_id is null`,
    'delete from import_products where id between $1 and $2 and not_sold is not null and product_id is null',
  );
}
