import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { toShopUrl } from '#server/domain/sellers/add-sellers.ts';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { runInChunks } from './chunks-store.ts';
import { FIRST_PUBLIC_RANK, type Folding, rankedMatchesSql } from './known-keys-store.ts';

export type Owning = {
  ownSeller: string;
  seller: string | null;
  moveTo: string | null;
};

/**
 * Assigns each row to the seller it names, otherwise to the owner of the product with the row's key. Returns the new
 * owner if products move.
 */
export async function assignOwners(run: SqlConnection, owning: Owning, files: Folding): Promise<number | null> {
  await insertOwners(run);
  const moveTo = owning.moveTo === null ? null : await findExistingOwner(run, owning.moveTo);
  const unnamed = owning.seller === null ? null : await findOrAddOwner(run, owning.seller);
  const rest = moveTo ?? unnamed ?? (await findOrAddOwner(run, owning.ownSeller));
  const steps = moveTo === null ? buildOwnerSteps(unnamed, files) : buildMoveSteps({ moveTo, unnamed }, files);
  for (const step of steps) await runInChunks(run, 'products', step);
  await runInChunks(run, 'links', CHILDREN_OF_OWNED);
  await runInChunks(run, 'products', assignRestSql(rest));
  await runInChunks(run, 'links', assignLinkOwnersSql(rest), CHILDREN_OF_SAME_FILE);
  await runInChunks(run, 'variants', assignVariantOwnersSql(rest));
  return moveTo;
}

/** Lists all sellers, with negative ids for those that do not exist yet. */
async function insertOwners(run: SqlRunner): Promise<void> {
  await run.exec('insert into import_owners select id, name, shop_url, id from sellers');
  const missing = await queryRows(run, z.object({ name: z.string() }), {
    sql: `select seller as name from import_products p where seller is not null
      and not exists (select from import_owners o where o.name = p.seller) group by seller order by min(id)`,
    params: [],
  });
  for (const { name } of missing) await addOwner(run, name);
}

const ownerRow = z.object({ owner: z.int() });

async function addOwner(run: SqlRunner, name: string): Promise<number> {
  const [added] = await queryRows(
    run,
    ownerRow,
    sql`insert into import_owners select least(0, min(owner)) - 1, ${name}::text, ${toShopUrl(name)}::text from import_owners returning owner`,
  );
  if (added === undefined) throw new Error('The insert of a seller returned no row.');
  return added.owner;
}

async function findOrAddOwner(run: SqlRunner, nameOrShopUrl: string): Promise<number> {
  const [found] = await queryRows(
    run,
    ownerRow,
    sql`select owner from import_owners where name = ${nameOrShopUrl} or address = ${nameOrShopUrl}
      order by address = ${nameOrShopUrl} and owner > 0 desc, owner limit 1`,
  );
  return found?.owner ?? (await addOwner(run, nameOrShopUrl));
}

async function findExistingOwner(run: SqlRunner, shopUrl: string): Promise<number> {
  const [found] = await queryRows(
    run,
    ownerRow,
    sql`select owner from import_owners where address = ${shopUrl} and owner > 0`,
  );
  if (found !== undefined) return found.owner;
  const sentence = `The shop has no seller "${shopUrl}", which --move-to names. To list all sellers, run: npm run seller -- list`;
  throw operatorError({ code: 'no-seller', sentence });
}

const NAMED = `o.name = p.seller`;
const hasMatch = (owner: string, files: Folding): string =>
  `exists (select from (${rankedMatchesSql(files)}) m where m.seller_id = ${owner})`;

function buildOwnerSteps(unnamed: number | null, files: Folding): string[] {
  const named = `update import_products p set owner = (select o.owner from import_owners o where ${NAMED}
    order by ${hasMatch('o.owner', files)} desc, o.owner limit 1) where p.id between $1 and $2 and p.seller is not null`;
  return unnamed === null ? [named, byKey(files), byChildren()] : [named, assignRestSql(unnamed)];
}

function buildMoveSteps({ moveTo, unnamed }: { moveTo: number; unnamed: number | null }, files: Folding): string[] {
  const ownStep = `update import_products p set owner = ${moveTo} where p.id between $1 and $2 and ${hasMatch(String(moveTo), files)}`;
  const named = `update import_products p set owner = o.owner from import_owners o where p.id between $1 and $2 and p.owner is null
    and (${NAMED} or (p.seller is null and o.owner = ${unnamed ?? 'null'})) and ${hasMatch('o.owner', files)}`;
  return [ownStep, named, byKey(files)];
}

/**
 * Finds the seller of rows that name none by their key. A public sku that is also another seller's own sku is
 * ambiguous, unless both skus match.
 */
const byKey = (
  files: Folding,
): string => `update import_products p set owner = case when found.n = 1 then found.owner end,
    rivals = case when found.n > 1 then found.names end
  from (select p.id, count(*) as n, min(o.owner) as owner, string_agg(o.name || ' (' || o.address || ')', ' and of ' order by o.owner) as names
    from import_products p, lateral (
      select m.seller_id as owner from (select seller_id, rank, min(rank) over () as best,
          min(rank) filter (where rank >= ${FIRST_PUBLIC_RANK}) over () as best_public from (${rankedMatchesSql(files)}) m) m
        where rank = best or (best > 0 and rank = best_public)
      union select o.owner from import_products o where o.sku = p.sku and o.seller is not null and o.owner is not null) holders
    join import_owners o on o.owner = holders.owner
    where p.id between $1 and $2 and p.owner is null
      and not exists (select from import_links l where l.child_sku = p.sku and l.parent_sku <> p.sku) group by p.id) found
  where found.id = p.id`;

const byChildren = (): string => `update import_products p set owner = found.owner
  from (select p.id, min(k.seller_id) as owner from import_products p
    join import_links l on (l.parent_sku, l.file, l.line) = (p.sku, p.file, p.line)
    join import_known k on k.folded = lower(l.child_sku) and k.kind <> 'handle'
    where p.id between $1 and $2 and p.owner is null and p.rivals is null
    group by p.id having count(distinct k.seller_id) = 1) found where found.id = p.id`;

const CHILDREN_OF_OWNED = `update import_products c set owner = p.owner from import_links l
    join import_products p on (p.sku, p.file, p.line) = (l.parent_sku, l.file, l.line)
  where l.id between $1 and $2 and c.sku = l.child_sku and c.sku <> p.sku and c.owner is null`;

const assignRestSql = (owner: number): string =>
  `update import_products set owner = ${owner} where id between $1 and $2 and owner is null`;

const assignLinkOwnersSql = (rest: number): string => `update import_links l set owner = coalesce(
    (select p.owner from import_products p where p.sku = l.parent_sku and p.file = l.file order by p.line = l.line desc, p.id limit 1),
    (select min(p.owner) from import_products p where p.sku = l.parent_sku having count(distinct p.owner) = 1), ${rest})
  where l.id between $1 and $2`;

/** Within one file, a product's link to a variant overrides the brand in the variant's row. */
const CHILDREN_OF_SAME_FILE = `update import_products c set owner = l.owner from import_links l
  where l.id between $1 and $2 and c.sku = l.child_sku and c.sku <> l.parent_sku and c.owner <> l.owner
    and (c.file = l.file or c.seller is null)`;

const assignVariantOwnersSql = (rest: number): string => `update import_variants v set owner = coalesce(
    (select p.owner from import_products p where p.sku = v.product_sku and p.file = v.file and p.line <= v.line order by p.line desc limit 1),
    (select l.owner from import_links l where l.child_sku = v.sku and (l.file, l.line) = (v.file, v.line) limit 1), ${rest})
  where v.id between $1 and $2`;
