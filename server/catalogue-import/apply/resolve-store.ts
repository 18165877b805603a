import type { SqlRunner } from '../../database/database.ts';

/** Rows of variants find their products; then those are marked that are not sold, each reported where it stands. */
export async function markDeadLinks(run: SqlRunner): Promise<void> {
  await run.exec(`
update import_links l set parent_sku = p.sku from import_products p where p.alias = l.parent_sku and p.file = l.file;
delete from import_variants v using import_links l, import_left_out o where l.child_sku = v.sku and o.sku = l.parent_sku;
delete from import_links l using import_left_out o where o.sku = l.parent_sku;
delete from import_links l where not exists (select from import_products p where p.sku = l.parent_sku);
update import_links l set dead = true where exists (select from import_left_out o where o.sku = l.child_sku)
  or exists (select from import_products p where p.sku = l.child_sku and p.sku <> l.parent_sku
    and (p.not_sold = 'off' or (p.not_sold = 'virtual' and l.price is null)))`);
}

/** Products do without such variants; one that has no others is not sold itself. */
export async function dropDeadLinks(run: SqlRunner): Promise<void> {
  await run.exec(`
update import_products p set not_sold = 'no variants' where p.not_sold is null
  and exists (select from import_links l where l.parent_sku = p.sku and l.dead)
  and not exists (select from import_links l where l.parent_sku = p.sku and not l.dead);
delete from import_links where dead;`);
}

/**
 * Ties together what the files say of one another and of the shop: simple rows that a configurable one names become its
 * variants, a simple row that is a variant in the shop stays one, and every product finds itself in the shop.
 */
export async function resolveStaging(run: SqlRunner, rowFiles: readonly number[]): Promise<void> {
  await run.exec(`
update import_variants v set file = l.file, line = l.line, product_sku = l.parent_sku, color = l.color, size = l.size, size_label = l.size_label, price = l.price
  from import_links l where l.child_sku = v.sku;
delete from import_products p using import_links l where l.child_sku = p.sku and l.parent_sku <> p.sku
  and exists (select from import_variants v where v.sku = p.sku and v.product_sku = l.parent_sku);
insert into import_variants (file, line, sku, product_sku, new_qty, color, size, size_label, price)
  select l.file, l.line, l.child_sku, l.parent_sku, 0, l.color, l.size, l.size_label, l.price from import_links l
  join variants known on known.sku = l.child_sku
  where not exists (select from import_variants v where v.sku = l.child_sku);
update import_variants v set product_sku = owner.sku, keeps_choice = true
  from variants known join products owner on owner.id = known.product_id
  where known.sku = v.sku and v.product_sku = v.sku and owner.sku <> v.sku
    and v.file = any('{${rowFiles.map(Number).join()}}'::int[]);
update import_variants v set qty = 0 from import_products p where p.sku = v.sku and v.keeps_choice and p.not_sold = 'off';
delete from import_products p using import_variants v where v.sku = p.sku and v.keeps_choice;
update import_products p set product_id = coalesce(
  (select known.id from products known where known.handle = p.handle),
  (select known.id from products known where known.sku = p.handle and known.handle is null),
  (select known.id from products known where known.sku = p.sku
    and (p.handle is null or known.handle is null or known.handle = p.handle)));
create index on import_products (product_id);
analyze import_products; analyze import_variants;`);
}

/** What is not sold and new is left out, with its variants; what the shop has is kept, since orders refer to it. */
export async function dropNotSold(run: SqlRunner): Promise<void> {
  await run.exec(`
delete from import_variants v using import_products p where v.product_sku = p.sku and p.not_sold is not null and p.product_id is null;
delete from import_products where not_sold is not null and product_id is null;`);
}
