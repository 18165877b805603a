import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { type Drafts, emptyDrafts } from '../../formats/drafts.ts';

/** Uses temporary tables, because files may not fit in memory and a row may refer to any other row. */
const DROP_TABLES =
  'drop table if exists import_products, import_variants, import_links, import_left_out, import_findings, import_pictures, import_paths, import_shared, import_keys, import_known, import_owners, import_names';
const CREATE_TABLES = `
create temp table import_products (id serial primary key, file int not null, line int not null, key text not null, sku text not null,
  own_sku text not null, wanted_sku text not null, other_sku text, owner int, rivals text, handle text,
  name text, short_desc text, description text, type_id text not null, is_giftcard boolean not null, gst_free boolean, seller text,
  categories jsonb, pictures jsonb, not_sold text, visibility text, labels jsonb, offered jsonb, alias text, former_sku text, former_name text, product_id int);
create temp table import_variants (id serial primary key, file int not null, line int not null, sku text not null,
  own_sku text not null, wanted_sku text not null, other_sku text, unnamed boolean, owner int, product_sku text not null, price_cents int, max_price_cents int, gst_free boolean, qty int, new_qty int not null, color text, size text,
  size_label text, price text, attributes jsonb, switched_off boolean, picture text, keeps_choice boolean not null default false);
create temp table import_links (id serial primary key, file int not null, line int not null, parent_sku text not null,
  child_sku text not null, child_key text not null, owner int, color text, size text, size_label text, price text, options jsonb, shares_stock boolean, dead boolean not null default false);
create temp table import_left_out (file int not null, line int not null, sku text not null, alias text);
create temp table import_findings (id serial primary key, turn int not null, file int not null, line int not null, finding jsonb not null);
create temp table import_pictures (reference text collate "C" primary key, file int, line int, uses int, picture_id text, mime text, source bytea, width int, height int,
  ground text, version text);
create temp table import_paths (path text[] primary key, turn bigint not null, entity_id int);
create temp table import_shared (code text not null, label text, title text not null, first int not null,
  unique nulls not distinct (code, label, title));
create temp table import_keys (folded text primary key);
create temp table import_known (id serial primary key, folded text not null, key text not null, kind text not null, handle text,
  own text not null, sku text not null, product_id int not null, seller_id int not null);
create temp table import_owners (owner int primary key, name text not null, address text not null, seller_id int);
create temp table import_names (id serial primary key, owner int not null, key text not null, own text not null, wanted text not null,
  other text, base text, sku text, unique (owner, key));`;
const CREATE_INDEXES = `
create index on import_products (sku, file, line, id);
create index on import_products (lower(sku));
create index on import_variants (lower(sku));
create index on import_products (own_sku, file) where handle is not null;
create index on import_products (file, line);
create index on import_products (handle, file, line, id) where handle is not null;
create index on import_products (product_id, file, line, id) where product_id is not null;
create index on import_products (alias) where alias is not null;
create index on import_products (id) where owner is null;
create index on import_products (id) where rivals is not null;
create index on import_products (file) where is_giftcard;
create index on import_variants (sku, file, line, id);
create index on import_variants (product_sku);
create index on import_variants (id) where keeps_choice;
create index on import_links (child_sku, dead, file, line, id);
create index on import_links (parent_sku, dead);
create index on import_left_out (lower(sku));
create index on import_left_out (alias) where alias is not null;
create index on import_findings (turn, file, line, id);
create index on import_findings (file, line);
create index on import_known (folded);
create index on import_owners (name);
create index on import_names (sku);
create index on import_names (wanted) where sku is null;
create index on import_names (id) where sku is null;`;

const COLUMNS = {
  products:
    'file int, line int, key text, sku text, own_sku text, wanted_sku text, other_sku text, handle text, name text, short_desc text, description text, type_id text, is_giftcard boolean, gst_free boolean, seller text, categories jsonb, pictures jsonb, not_sold text, visibility text, labels jsonb, offered jsonb, alias text, former_sku text, former_name text',
  variants:
    'file int, line int, sku text, own_sku text, wanted_sku text, other_sku text, unnamed boolean, product_sku text, price_cents int, max_price_cents int, gst_free boolean, qty int, new_qty int, color text, size text, size_label text, price text, attributes jsonb, switched_off boolean, picture text',
  links:
    'file int, line int, parent_sku text, child_sku text, child_key text, color text, size text, size_label text, price text, options jsonb, shares_stock boolean',
  left_out: 'file int, line int, sku text, alias text',
} as const;
type Kind = keyof typeof COLUMNS;
const KINDS = Object.keys(COLUMNS) as Kind[];
const LEFT_OUT: Record<string, string> = {
  key: 'sku',
  own_sku: 'coalesce(own_sku, wanted_sku, sku)',
  wanted_sku: 'coalesce(wanted_sku, sku)',
  child_key: 'child_sku',
};

const AT_ONCE = 500;
const MAX_LETTERS = 2_000_000;

export type Staging = {
  add: (drafts: Drafts) => Promise<void>;
  drop: (file: number) => Promise<void>;
  end: () => Promise<void>;
};

export async function openStaging(run: SqlRunner): Promise<Staging> {
  for (const script of [DROP_TABLES, CREATE_TABLES, CREATE_INDEXES]) await run.exec(script);
  let waiting = emptyDrafts();
  let letters = 0;
  const flush = async () => {
    for (const kind of KINDS) await insert(run, kind, waiting[kind]);
    waiting = emptyDrafts();
    letters = 0;
  };
  return {
    async add(drafts) {
      for (const product of drafts.products) letters += (product.description?.length ?? 0) + 500;
      let rows = 0;
      for (const kind of KINDS) {
        (waiting[kind] as object[]).push(...drafts[kind]);
        rows += waiting[kind].length;
      }
      if (rows >= AT_ONCE || letters >= MAX_LETTERS) await flush();
    },
    async drop(file) {
      await flush();
      for (const kind of KINDS) await run.query(`delete from import_${kind} where file = $1`, [file]);
    },
    async end() {
      await flush();
      await run.exec('analyze import_products (file, line, id, sku, own_sku, seller)');
      await run.exec('analyze import_variants (file, id, sku, product_sku)');
      await run.exec('analyze import_links (file, id, parent_sku, child_sku)');
    },
  };
}

async function insert(run: SqlRunner, kind: Kind, drafts: readonly object[]): Promise<void> {
  if (drafts.length === 0) return;
  const columns = COLUMNS[kind];
  const names = columns.replaceAll(/ (int|text|boolean|jsonb)\b/g, '');
  const values = names.split(', ').map((name) => LEFT_OUT[name] ?? name);
  await run.query(
    `insert into import_${kind} (${names}) select ${values} from jsonb_to_recordset($1::text::jsonb) as x(${columns})`,
    [JSON.stringify(drafts)],
  );
}

export async function dropStaging(run: SqlRunner): Promise<void> {
  await run.exec(DROP_TABLES);
}

const LOCK_KEY = 7_261_436;

/** Returns false if another import is running on this database. */
export async function lockImports(run: SqlRunner): Promise<boolean> {
  const [answer] = await queryRows(
    run,
    z.object({ locked: z.boolean() }),
    sql`select pg_try_advisory_lock(${LOCK_KEY}) as locked`,
  );
  return answer?.locked ?? false;
}

export async function unlockImports(run: SqlRunner): Promise<void> {
  await run.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
}

/** Also invalidates query plans that were made for fewer rows. */
export async function analyzeProducts(run: SqlRunner): Promise<void> {
  for (const table of ['products', 'variants', 'product_categories', 'product_pictures'])
    await run.exec(`analyze ${table}`);
}
