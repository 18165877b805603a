import { stripInvisibleCharacters } from '#contract/rules/seen-words.ts';
import { stripApostrophe } from './formulas.ts';
import type { RowError } from './row-errors.ts';
import { toPlainWords } from './words.ts';

export const FORMATS = ['magento', 'shopify', 'woocommerce'] as const;
export type FormatName = (typeof FORMATS)[number];
/** `positions`: zero-based positions by column name. */
export type Columns = {
  format: FormatName;
  width: number;
  positions: ReadonlyMap<string, number>;
  missing: readonly string[];
};

const SHOPIFY_NAMES: Record<string, string> = {
  'url handle': 'handle',
  description: 'body (html)',
  'published on online store': 'published',
  'product category': 'product category',
  sku: 'variant sku',
  price: 'variant price',
  'inventory quantity': 'variant inventory qty',
  'inventory tracker': 'variant inventory tracker',
  'product image url': 'image src',
  'variant image url': 'variant image',
  'compare-at price': 'variant compare at price',
  'charge tax': 'variant taxable',
};
/** Column names vary by locale, such as 'Visibility in catalogue'. */
const WOOCOMMERCE_NAMES = [
  'published',
  'visibility in catalog',
  'regular price',
  'sale price',
  'in stock?',
  'stock',
  'categories',
  'images',
  'parent',
];
const foldColumnName = (name: string): string =>
  name
    .replaceAll('catalogue', 'catalog')
    .replaceAll('colour', 'color')
    .replaceAll(/[^a-z0-9]/g, '');

const FULL: Record<FormatName, { sign: string; decides: readonly string[] }> = {
  magento: { sign: 'product_websites', decides: ['product_online', 'visibility'] },
  shopify: { sign: 'variant fulfillment service', decides: ['published'] },
  woocommerce: { sign: 'is featured?', decides: ['published', 'visibility in catalog'] },
};

const REQUIRED: Record<FormatName, string[]> = {
  magento: ['sku', 'product_type', 'name', 'price'],
  shopify: ['handle', 'title', 'variant price'],
  woocommerce: ['type', 'name', 'regular price'],
};

/** Returns an error message if the header is invalid. */
export function readColumns(fields: readonly string[]): Columns | string {
  const names = fields.map((field) => field.trim().toLowerCase());
  const [only = ''] = names;
  const separator = names.length === 1 ? ([';', '\t', '|'] as const).find((sign) => only.includes(sign)) : undefined;
  if (separator !== undefined) {
    const called = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }[separator];
    return `The columns are separated by ${called}; save the file with commas as separators ("CSV UTF-8, comma delimited") and import it again.`;
  }
  const format = detectFormat(names);
  if (format === undefined)
    return 'This is not a product export of Magento (columns sku, product_type, ...), Shopify (Handle, Title, ...) or WooCommerce (Type, Name, Regular price, ...); the first line must name the columns, in English.';
  const columnNames = names.map((name) => {
    if (format === 'shopify') return SHOPIFY_NAMES[name] ?? name;
    const called =
      format === 'woocommerce'
        ? WOOCOMMERCE_NAMES.find((candidate) => foldColumnName(candidate) === foldColumnName(name))
        : undefined;
    return called !== undefined && !names.includes(called) ? called : name;
  });
  const twice = columnNames.find((name, index) => name !== '' && columnNames.indexOf(name) !== index);
  if (twice !== undefined) return `The column ${twice} appears twice in the first line; remove one of the two.`;
  const missing = REQUIRED[format].filter((name) => !columnNames.includes(name));
  if (missing.length > 0)
    return `The first line lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}; export the products again with all columns.`;
  const { sign, decides } = FULL[format];
  const absent = columnNames.includes(sign) ? decides.filter((name) => !columnNames.includes(name)) : [];
  return {
    format,
    width: names.length,
    positions: new Map(columnNames.map((name, index) => [name, index])),
    missing: absent,
  };
}

function detectFormat(names: readonly string[]): FormatName | undefined {
  if (names.includes('sku') && names.includes('product_type')) return 'magento';
  const handle = names.includes('handle') || names.includes('url handle');
  if (handle && names.includes('title')) return 'shopify';
  return names.includes('type') && names.includes('regular price') ? 'woocommerce' : undefined;
}

export type Cells = {
  line: number;
  has: (name: string) => boolean;
  /** Returns the trimmed text, or '' if the cell is empty or missing. */
  text: (name: string) => string;
  /** Like `text`, with HTML entities decoded. */
  words: (name: string) => string;
  first: (...names: string[]) => string;
  wrong: (name: string | null, sentence: string) => void;
  warn: (name: string | null, sentence: string) => void;
};

type Row = { columns: Columns; fields: readonly string[]; line: number; file: number };

export function createCells({ columns, fields, line, file }: Row, add: (error: RowError) => void): Cells {
  const text = (name: string): string => {
    const index = columns.positions.get(name);
    return index === undefined ? '' : stripApostrophe(stripInvisibleCharacters(fields[index] ?? '').trim()).trim();
  };
  const report = (severity: RowError['severity']) => (name: string | null, sentence: string) =>
    add({ severity, file, line, ...locateColumn(columns, name), sentence });
  return {
    line,
    has: (name) => columns.positions.has(name),
    text,
    words: (name) => toPlainWords(text(name)),
    first: (...names) => names.map(text).find((value) => value !== '') ?? '',
    wrong: report('error'),
    warn: report('warning'),
  };
}

/** Returns the column's number, counted from 1 as in spreadsheets, or null if the column is missing. */
export function locateColumn(columns: Columns | undefined, name: string | null): Pick<RowError, 'column' | 'name'> {
  const index = name === null ? undefined : columns?.positions.get(name);
  return { column: index === undefined ? null : index + 1, name };
}
