import { z } from 'zod';
import type { FormatName } from '../../formats/columns.ts';
import { MAX_COMBINATIONS } from '../../formats/missing-options.ts';
import type { Staged } from './chunks-store.ts';

export const breachRow = z
  .object({ file: z.int(), line: z.int() })
  .catchall(z.union([z.string(), z.number(), z.null()]));
export type BreachRow = z.output<typeof breachRow>;
export type Check = {
  severity?: 'warning';
  /** Column name by format; null if the error concerns the whole row. */
  column: Record<FormatName, string | null>;
  /** In `sql`, $1 and $2 are the chunk's first and last key. */
  source: Staged;
  sql: string;
  sentence: (row: BreachRow, fileName: (file: unknown) => string) => string;
};

const SKU = { magento: 'sku', shopify: 'variant sku', woocommerce: 'sku' };
const HANDLE = { magento: 'sku', shopify: 'handle', woocommerce: 'sku' };
const VARIATIONS = {
  magento: 'configurable_variations',
  shopify: 'option1 value',
  woocommerce: 'attribute 1 value(s)',
};
const formatPlace = ({ first_file, first_line }: BreachRow, fileName: (file: unknown) => string): string =>
  `${fileName(first_file)}:${first_line}`;

const KEY = { products: 'key', variants: 'own_sku', links: 'child_key' } as const;

const createDuplicateCheck = (table: keyof typeof KEY, column: string, where = 'true') => ({
  source: table,
  sql: `select t.file, t.line, t.${KEY[table]} as key, t.id, o.file as first_file, o.line as first_line
    from (select * from import_${table} where ${where}) t, lateral (select id, file, line from import_${table} o
      where o.${column} = t.${column} and ${where} order by file, line, id limit 1) o
    where t.id between $1 and $2 and o.id <> t.id`,
});

/**
 * Selects the imported variants, and the existing variants that the import does not replace. A simple product has only
 * its imported variant.
 */
const ALL_VARIANTS = `select v.file, v.line, v.id, v.sku, v.own_sku, v.product_sku, v.color, v.size, v.size_label, v.price, 0 as old
    from import_variants v where v.product_sku between $1 and $2 and not v.keeps_choice
  union all select p.file, p.line, 0, known.sku, coalesce(known.own_sku, known.sku), p.sku, c.title, s.title, s.label, g.title, 1
    from import_products p join variants known on known.product_id = p.product_id
    left join option_values c on c.value_index = known.color left join option_values s on s.value_index = known.size
    left join option_values g on g.value_index = known.gift_card_price
    where p.sku between $1 and $2 and not exists (select from import_variants v where v.sku = known.sku and not v.keeps_choice)
      and not (p.type_id = 'simple' and p.not_sold is null)`;

export const REPEATED: Check[] = [
  {
    column: HANDLE,
    source: 'products',
    sql: 'select file, line, key, rivals from import_products where id between $1 and $2 and rivals is not null',
    sentence: ({ key, rivals }) =>
      `"${key}" is a product of ${rivals}; name the seller in the row, or use --seller for all rows that name none.`,
  },
  {
    column: HANDLE,
    ...createDuplicateCheck('products', 'sku'),
    sentence: (row, name) =>
      `"${row.key}" is already at ${formatPlace(row, name)}; keep one of the two, and keep the rows of a product together.`,
  },
  {
    column: SKU,
    source: 'variants',
    sql: `${createDuplicateCheck('variants', 'sku').sql} and not exists (select from import_products p where p.sku = t.sku offset 1)`,
    sentence: describeDuplicateVariant,
  },
];

function describeDuplicateVariant(row: BreachRow, name: (file: unknown) => string): string {
  return `"${row.key}" is already at ${formatPlace(row, name)}; give each variant its own sku.`;
}

export const createGeneratedSkuCheck = (lastRead: number): Check => ({
  column: SKU,
  source: 'variants',
  sql: `select t.file, t.line, t.own_sku as key, o.file as first_file, o.line as first_line from import_variants t,
      lateral (select id, file, line from import_variants o where o.sku = t.sku order by id > ${lastRead}, file, line, id limit 1) o
    where t.id between $1 and $2 and t.id > ${lastRead} and o.id <> t.id`,
  sentence: describeDuplicateVariant,
});

export const CUT: Omit<Check, 'source' | 'sql'> = {
  severity: 'warning',
  column: VARIATIONS,
  sentence: ({ sku, all }) =>
    `"${sku}" has ${all} combinations; only the first ${MAX_COMBINATIONS} are loaded. Name fewer values, or give each combination its own row.`,
};

/** Reports repeated links to a variant, because a variant belongs only to its first product. */
export const SHARED: Check[] = [
  {
    severity: 'warning',
    column: VARIATIONS,
    ...createDuplicateCheck('links', 'child_sku', 'not dead'),
    sentence: (row, name) =>
      `"${row.key}" is already a variant of the product at ${formatPlace(row, name)}; it is skipped here.`,
  },
];

function createNotSoldCheck(
  reason: string,
  { column, sentence }: { column: Check['column']; sentence: string },
): Check {
  const sql = `select file, line from import_products where id between $1 and $2 and not_sold = '${reason}'`;
  return { severity: 'warning', column, source: 'products', sql, sentence: () => sentence };
}

/** Must run before the rows that are not sold are dropped. */
export const NOTICES: Check[] = [
  createNotSoldCheck('hidden', {
    column: { magento: 'visibility', shopify: 'handle', woocommerce: 'sku' },
    sentence: 'the product is neither visible individually nor a variant of a product, so it is not sold.',
  }),
  createNotSoldCheck('virtual', {
    column: { magento: 'product_type', shopify: 'handle', woocommerce: 'type' },
    sentence: 'a virtual product without a gift card price is not sold here; it is skipped.',
  }),
  createNotSoldCheck('no variants', {
    column: VARIATIONS,
    sentence: 'none of its variants is sold, as reported for each; it is skipped.',
  }),
];

/** Of variants with the same options, keeps the existing one, otherwise the first. */
export const ALIKE: Check[] = [
  {
    severity: 'warning',
    column: VARIATIONS,
    source: 'wholeProducts',
    sql: `select * from (select file, line, sku, own_sku, old, row_number() over w as turn, first_value(sku) over w as other,
        first_value(own_sku) over w as other_own from (${ALL_VARIANTS}) a
      window w as (partition by product_sku, color, size, size_label, price order by old desc, file, line, id)) t where turn > 1 and sku <> other and old = 0`,
    sentence: ({ own_sku, other_own }) =>
      `"${own_sku}" is chosen by the same options as "${other_own}", so customers could not tell them apart; it is skipped.`,
  },
];

const GST_COLUMN = { magento: 'tax_class_name', shopify: 'variant taxable', woocommerce: 'tax status' };

/** Run before `decideGst`. Reports products whose variants differ in GST, because a product has one GST rule. */
export const UNLIKE_GST: Check[] = [
  {
    severity: 'warning',
    column: GST_COLUMN,
    source: 'products',
    sql: `select p.file, p.line, p.key as sku from import_products p join import_variants v on v.product_sku = p.sku
      where p.id between $1 and $2 and not p.is_giftcard and not v.keeps_choice group by p.id, p.file, p.line, p.key, p.gst_free
      having count(distinct coalesce(v.gst_free, p.gst_free, false)) > 1`,
    sentence: ({ sku }) =>
      `some variants of "${sku}" are GST-free and others are not, so all are sold with GST; split them into two products.`,
  },
];

const UNLIKE_OTHERS = `not p.is_giftcard and p.gst_free <> known.gst_free
  and exists (select from import_variants v where v.product_sku = p.sku and not v.keeps_choice)
  and exists (select from variants other where other.product_id = known.id and p.type_id <> 'simple'
    and not exists (select from import_variants v where v.sku = other.sku))`;

/** Run after `decideGst`. Reports the products that `settleGst` then makes taxable. */
export const PART_OF_GST: Check[] = [
  {
    severity: 'warning',
    column: GST_COLUMN,
    source: 'products',
    sql: `select p.file, p.line, p.key as sku from import_products p join products known on known.id = p.product_id
      where p.id between $1 and $2 and ${UNLIKE_OTHERS}`,
    sentence: ({ sku }) =>
      `the shop has variants of "${sku}" that these files leave out and that differ in GST, so all are sold with GST; import all of its variants together.`,
  },
];

export const CHECKS: Check[] = [
  {
    column: { ...SKU, woocommerce: 'parent' },
    source: 'variants',
    sql: `select v.file, v.line, v.own_sku as sku from import_variants v where v.id between $1 and $2 and not v.keeps_choice
      and not exists (select from import_products p where p.sku = v.product_sku)`,
    sentence: ({ sku }) =>
      `the product of "${sku}" is neither in these files nor in the shop; import its row together with this one.`,
  },
  {
    column: { ...VARIATIONS, woocommerce: 'parent' },
    source: 'links',
    sql: `select l.file, l.line, l.child_key as key from import_links l where l.id between $1 and $2 and not exists
      (select from import_variants v where v.sku = l.child_sku)`,
    sentence: ({ key }) =>
      `there is no simple product "${key}", neither in these files nor in the shop; import the file that has it together with this one.`,
  },
  {
    column: VARIATIONS,
    source: 'products',
    sql: `select p.file, p.line from import_products p where p.id between $1 and $2 and p.type_id = 'configurable' and p.not_sold is null
      and not exists (select from import_variants v where v.product_sku = p.sku)
      and not exists (select from variants v where v.product_id = p.product_id)
      and not exists (select from import_links l where l.parent_sku = p.sku)`,
    sentence: () => 'the product has no variants, so there is nothing to sell; name them or remove the row.',
  },
  {
    column: VARIATIONS,
    source: 'links',
    sql: `select l.file, l.line, l.child_key as sku from import_links l join import_products p on p.sku = l.parent_sku
      where l.id between $1 and $2 and not p.is_giftcard and l.color is null and l.size is null`,
    sentence: ({ sku }) => `${sku} has no options, neither here nor in its own row; add them, such as color=Red.`,
  },
  {
    column: { magento: 'price', shopify: 'variant price', woocommerce: 'regular price' },
    source: 'variants',
    sql: `select v.file, v.line, v.own_sku as sku from import_variants v where v.id between $1 and $2 and v.price_cents is null
      and not exists (select from variants known where known.sku = v.sku)`,
    sentence: ({ sku }) => `"${sku}" has no price; write Australian dollars such as 1234.50.`,
  },
  {
    column: { ...VARIATIONS, shopify: 'option1 name' },
    source: 'products',
    sql: `select p.file, p.line, p.key as sku from import_products p join import_variants v on v.product_sku = p.sku
      where p.id between $1 and $2 and not p.is_giftcard and not v.keeps_choice group by p.id, p.file, p.line, p.key
      having count(distinct (v.color is null, v.size is null, coalesce(v.size_label, ''))) > 1`,
    sentence: ({ sku }) => `the variants of "${sku}" have different options; give all of them the same ones.`,
  },
  {
    column: { magento: 'product_type', shopify: 'handle', woocommerce: 'type' },
    source: 'products',
    sql: `select p.file, p.line, p.key as sku from import_products p join products known on known.id = p.product_id
      where p.id between $1 and $2 and (known.type_id, known.is_giftcard) <> (p.type_id, p.is_giftcard) and p.not_sold is null`,
    sentence: ({ sku }) =>
      `"${sku}" is a product of another kind in the shop (simple, with variants, or a gift card), and orders refer to it; give this one another sku and handle.`,
  },
  {
    column: HANDLE,
    ...createDuplicateCheck('products', 'product_id'),
    sentence: (row, name) =>
      `"${row.key}" and the row at ${formatPlace(row, name)} are the same product in the shop; keep one of them.`,
  },
  {
    column: SKU,
    source: 'variants',
    sql: `select v.file, v.line, v.own_sku as sku, coalesce(owner.own_sku, owner.sku) as owner from import_variants v join variants known on known.sku = v.sku
      join products owner on owner.id = known.product_id left join import_products p on p.sku = v.product_sku
      where v.id between $1 and $2 and not v.keeps_choice and p.product_id is distinct from owner.id
        and not (owner.type_id = 'simple' and owner.sku = v.sku)`,
    sentence: ({ sku, owner }) =>
      `the sku "${sku}" belongs to the product "${owner}" of the shop; give this variant another sku.`,
  },
];
